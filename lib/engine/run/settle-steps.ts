import { jobFailed } from '@/lib/engine/run/job-end';
import type { StepState } from '@/lib/engine/run/run-store';
import type { RunError, Step } from '@/lib/engine/workflow';

/** What follows from the states of a job's steps. */
export interface NextMoves {
  /** Steps that can start, in the order of the list. */
  ready: number[];
  /** Steps that will never start, or not go on after their wait, with the reason. */
  skipped: { position: number; error: RunError }[];
}

const settled = new Set(['COMPLETED', 'FAILED', 'SKIPPED', 'CANCELED']);

export const isSettled = ({ status }: Pick<StepState, 'status'>): boolean => settled.has(status);

/** Whether a step is still to be run: it hasn't begun, or is parked. */
const isWaiting = ({ status, waitingUntil }: Pick<StepState, 'status' | 'waitingUntil'>): boolean =>
  status === 'PENDING' || (status === 'RUNNING' && waitingUntil !== null);

/** The step that has failed the job: the first that failed under `on_error: FAIL`, and not because of another one. */
export const failedStep = (steps: readonly Step[], states: readonly StepState[]): StepState | undefined =>
  states.find(
    ({ status, position, error }) =>
      status === 'FAILED' && steps[position]?.onError === 'FAIL' && error?.code !== 'JOB_FAILED',
  );

/**
 * Decides which steps start and which are skipped (content/docs/workflows/step-dependencies.mdx). Once a step has
 * failed the job, no other starts.
 * @param states by position
 */
export function nextMoves(steps: readonly Step[], states: readonly StepState[]): NextMoves {
  const failed = failedStep(steps, states);
  const moves: NextMoves = { ready: [], skipped: [] };
  const culprits = new Map<number, string>();
  for (const position of waitingOrder(steps)) {
    const state = states[position];
    const step = steps[position];
    if (!state || !step) continue;
    const culprit = culpritOf(step, steps, states, culprits);
    if (culprit !== undefined) culprits.set(position, culprit);
    if (!isWaiting(state)) continue;
    if (culprit !== undefined)
      moves.skipped.push({
        position,
        error: { code: 'DEPENDENCY_FAILED', message: `The step ${culprit} failed.`, stepId: culprit },
      });
    else if (failed) moves.skipped.push({ position, error: jobFailed(steps[failed.position]?.id ?? null) });
    else if (step.waitsFor.every((other) => states[other] && isSettled(states[other])))
      moves.ready.push(position);
  }
  moves.ready.sort((one, other) => one - other);
  return moves;
}

/** The id of the failed step because of which this one can't run. */
function culpritOf(
  step: Step,
  steps: readonly Step[],
  states: readonly StepState[],
  culprits: ReadonlyMap<number, string>,
): string | undefined {
  for (const other of step.waitsFor) {
    if (states[other]?.status === 'FAILED' && steps[other]?.onError === 'FAIL') return steps[other].id;
    const further = culprits.get(other);
    if (further !== undefined) return further;
  }
  return undefined;
}

const orders = new WeakMap<readonly Step[], number[]>();

/** Positions such that each comes after all that it waits for. */
function waitingOrder(steps: readonly Step[]): number[] {
  const known = orders.get(steps);
  if (known) return known;
  const order: number[] = [];
  const seen = new Set<number>();
  const visit = (position: number) => {
    if (seen.has(position)) return;
    seen.add(position);
    for (const other of steps[position]?.waitsFor ?? []) visit(other);
    order.push(position);
  };
  for (const position of steps.keys()) visit(position);
  orders.set(steps, order);
  return order;
}
