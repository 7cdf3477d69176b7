import { followDependencies } from '@/lib/engine/planning/order-steps';
import type { StepState } from '@/lib/engine/run/run-store';
import type { Fault, Step } from '@/lib/engine/workflow';

/** How a step of the earlier job ended. */
export type EarlierStep = Pick<StepState, 'status'> & { errorCode: string | null };

interface Choice {
  /** The step to run again, by position. */
  from: number;
  /** Steps that the changes concern, by position. */
  changed: ReadonlySet<number>;
}

/** The steps that take their outcome from an earlier job, by position; or why the choice isn't possible. */
type Reuse = { faults: Fault[]; reused?: undefined } | { faults: null; reused: number[] };

/**
 * Decides which steps of a job run again: the chosen step, and each step that was changed or has no outcome. Everything that
 * waits for one of them runs too. All others keep what they had.
 * @param steps as they are to run, changes included
 * @param states by position
 */
export function reusedSteps(
  steps: readonly Step[],
  states: readonly EarlierStep[],
  { from, changed }: Choice,
): Reuse {
  const hasToRun = new Set(
    [...steps.keys()].filter(
      (position) => changed.has(position) || !hasOutcome(steps[position], states[position]),
    ),
  );
  // The others follow from the first one.
  const { upstream } = followDependencies(steps.map(({ waitsFor }) => [...waitsFor]));
  const first = [...hasToRun].find((position) => upstream[from]?.has(position));
  if (first !== undefined) {
    const id = steps[first]?.id;
    const why = changed.has(first) ? `The changes concern the step ${id}` : `The step ${id} didn't complete`;
    const message = `${why}, which ${steps[from]?.id} depends on. Run again from ${id}.`;
    return { faults: [{ path: 'fromStep', code: 'STEP_NOT_REUSABLE', message }] };
  }
  hasToRun.add(from);
  const reused = [...steps.keys()].filter(
    (position) => !hasToRun.has(position) && upstream[position]?.isDisjointFrom(hasToRun),
  );
  return { faults: null, reused };
}

/** Whether a step has an outcome of its own: not if it was ended or skipped because of something else. */
function hasOutcome(step: Step | undefined, state: EarlierStep | undefined): boolean {
  if (!step || !state) return false;
  if (state.status === 'COMPLETED') return true;
  if (state.status === 'SKIPPED') return state.errorCode === 'CONDITION_FALSE';
  return state.status === 'FAILED' && step.onError === 'CONTINUE' && state.errorCode !== 'JOB_FAILED';
}

/** Whether a step's work depends on the workflow's input. Jobs of earlier versions didn't note their reads. */
export function readsInput({ input, reads, expressionReads }: Step): boolean {
  if (input === null && reads.length === 0) return true;
  if (!expressionReads) return true;
  const { instructions, input: text, condition } = expressionReads;
  return [instructions, text, condition].some(({ roots }) => roots.includes('input'));
}
