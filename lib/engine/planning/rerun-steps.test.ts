import { expect, test } from 'vitest';
import { type EarlierStep, reusedSteps } from '@/lib/engine/planning/rerun-steps';
import type { Step } from '@/lib/engine/workflow';
import { plannedStep } from '@/testing/engine/planned-step';

const step = (id: string, waitsFor: number[], more: Partial<Step> = {}): Step => ({
  ...plannedStep({ id, task: 'generation' }),
  ...{ reads: waitsFor, waitsFor, ...more },
});
const completed: EarlierStep = { status: 'COMPLETED', errorCode: null };
const choose = (from: number, ...changed: number[]) => ({ from, changed: new Set(changed) });

/** A → B → D, and A → C. */
const steps = [step('a', []), step('b', [0]), step('c', [0]), step('d', [1])];
const all = steps.map(() => completed);

test('the chosen step and all that waits for it run again, and the others keep what they had', () => {
  expect(reusedSteps(steps, all, choose(1))).toEqual({ faults: null, reused: [0, 2] });
  expect(reusedSteps(steps, all, choose(0))).toEqual({ faults: null, reused: [] });
});

test('a step of another branch without an outcome runs too, with what waits for it', () => {
  const skipped: EarlierStep = { status: 'SKIPPED', errorCode: 'JOB_FAILED' };
  const states = [completed, skipped, completed, skipped];
  expect(reusedSteps(steps, states, choose(2))).toEqual({ faults: null, reused: [0] });
});

test.each<[string, EarlierStep]>([
  ['skipped by its condition', { status: 'SKIPPED', errorCode: 'CONDITION_FALSE' }],
  ['failed without failing the job', { status: 'FAILED', errorCode: 'OUTPUT_TOO_LARGE' }],
])('an outcome of a step that was %s is kept', (_, state) => {
  const lenient = [step('a', [], { onError: 'CONTINUE' }), ...steps.slice(1)];
  expect(reusedSteps(lenient, [state, completed, completed, completed], choose(1))).toEqual({
    ...{ faults: null, reused: [0, 2] },
  });
});

test.each<[string, EarlierStep]>([
  ['failed', { status: 'FAILED', errorCode: 'STEP_TIMED_OUT' }],
  ['was ended with its job', { status: 'CANCELED', errorCode: 'JOB_CANCELED' }],
  ['was skipped with its job', { status: 'SKIPPED', errorCode: 'JOB_CANCELED' }],
])('a step that %s keeps later steps from running without it', (_, state) => {
  expect(reusedSteps(steps, [completed, state, completed, completed], choose(3)).faults).toEqual([
    {
      ...{ path: 'fromStep', code: 'STEP_NOT_REUSABLE' },
      message: "The step b didn't complete, which d depends on. Run again from b.",
    },
  ]);
});

test('a change upstream of the chosen step is refused, and in another branch makes its step run', () => {
  expect(reusedSteps(steps, all, choose(3, 0)).faults).toMatchObject([
    { message: 'The changes concern the step a, which d depends on. Run again from a.' },
  ]);
  expect(reusedSteps(steps, all, choose(3, 2))).toEqual({ faults: null, reused: [0, 1] });
});
