import { expect, test } from 'vitest';
import { pendingStep, type StepState } from '@/lib/engine/run/run-store';
import { failedStep, nextMoves } from '@/lib/engine/run/settle-steps';
import type { Step, StepStatus } from '@/lib/engine/workflow';
import { plannedStep } from '@/testing/engine/planned-step';

/** Steps by id, each with what it waits for. */
const stepsOf = (waits: Record<string, string[]>, continuing: readonly string[] = []): Step[] => {
  const ids = Object.keys(waits);
  return ids.map((id) =>
    plannedStep({
      id,
      waitsFor: (waits[id] ?? []).map((other) => ids.indexOf(other)),
      onError: continuing.includes(id) ? 'CONTINUE' : 'FAIL',
    }),
  );
};
const states = (...statuses: StepStatus[]): StepState[] =>
  statuses.map((status, position) => ({ ...pendingStep(position), status }));

const moves = (steps: Step[], ...statuses: StepStatus[]) => {
  const { ready, skipped } = nextMoves(steps, states(...statuses));
  return {
    ready,
    skipped: skipped.map(({ position, error }) => `${position} ${error.code} ${error.stepId}`),
  };
};

test("a step without dependencies is ready; other steps aren't, until all their dependencies have settled", () => {
  const steps = stepsOf({ a: [], b: [], c: ['a', 'b'] });
  expect(moves(steps, 'PENDING', 'PENDING', 'PENDING')).toEqual({ ready: [0, 1], skipped: [] });
  expect(moves(steps, 'COMPLETED', 'RUNNING', 'PENDING')).toEqual({ ready: [], skipped: [] });
  expect(moves(steps, 'COMPLETED', 'COMPLETED', 'PENDING')).toEqual({ ready: [2], skipped: [] });
});

test('a skipped step lets its dependents start', () => {
  expect(moves(stepsOf({ a: [], b: ['a'] }), 'SKIPPED', 'PENDING').ready).toEqual([1]);
});

test('dependents of a failed step, direct or not, are skipped and name that step', () => {
  const steps = stepsOf({ c: ['b'], b: ['a'], a: [] });
  expect(moves(steps, 'PENDING', 'PENDING', 'FAILED').skipped.toSorted()).toEqual([
    '0 DEPENDENCY_FAILED a',
    '1 DEPENDENCY_FAILED a',
  ]);
});

test("steps that hadn't begun when another step failed the job are skipped as JOB_FAILED; running steps continue", () => {
  const steps = stepsOf({ a: [], b: [], c: [] });
  expect(moves(steps, 'FAILED', 'RUNNING', 'PENDING')).toEqual({ ready: [], skipped: ['2 JOB_FAILED a'] });
});

test('a step that may fail fails nothing else', () => {
  const steps = stepsOf({ a: [], b: ['a'], c: [] }, ['a']);
  expect(moves(steps, 'FAILED', 'PENDING', 'PENDING')).toEqual({ ready: [1, 2], skipped: [] });
  expect(failedStep(steps, states('FAILED', 'PENDING', 'PENDING'))).toBeUndefined();
});

test("a parked step is ready like a step that hasn't begun; a step under way isn't", () => {
  const [parked] = states('RUNNING');
  const steps = stepsOf({ a: [] });
  expect(nextMoves(steps, [{ ...(parked ?? pendingStep(0)), waitingUntil: 5 }]).ready).toEqual([0]);
  expect(nextMoves(steps, states('RUNNING')).ready).toEqual([]);
});
