import { jobFailed } from '@/lib/engine/run/job-end';
import type { StepState } from '@/lib/engine/run/run-store';
import type { RunError, Step } from '@/lib/engine/workflow';

/** The next moves of a job, from the states of its steps. */
interface NextMoves {
  /** Steps that can start, in the order of the list. */
  ready: number[];
  /** Steps that won't start, or won't continue after their wait, with the reason. */
  skipped: { position: number; error: RunError }[];
}

const settled = new Set(['COMPLETED', 'FAILED', 'SKIPPED', 'CANCELED']);

export const isSettled = ({ status }: Pick<StepState, 'status'>): boolean => settled.has(status);

/** Whether a step is still to be run: it hasn't begun, or is parked. */
const isWaiting = ({ status, waitingUntil }: Pick<StepState, 'status' | 'waitingUntil'>): boolean =>
  status === 'PENDING' || (status === 'RUNNING' && waitingUntil !== null);

/** The step that has failed the job: the first that failed under `on_error: FAIL`, and not because of another step. */
export const failedStep = (steps: readonly Step[], states: readonly StepState[]): StepState | undefined =>
  states.find(
    ({ status, position, error }) =>
      status === 'FAILED' && steps[position]?.onError === 'FAIL' && error?.code !== 'JOB_FAILED',
  );

/**
 * Decides which steps start and which are skipped (content/docs/workflows/step-dependencies.mdx). After a
 * step has failed the job, no other step starts.
 * @param states by position
 */
export function nextMoves(steps: readonly Step[], states: readonly StepState[]): NextMoves {
  const failed = failedStep(steps, states);
  const moves: NextMoves = { ready: [], skipped: [] };
  const failedDependencies = new Map<number, string>();
  for (const position of waitingOrder(steps)) {
    const state = states[position];
    const step = steps[position];
    if (!state || !step) continue;
    const dependency = failedDependencyOf(step, steps, states, failedDependencies);
    if (dependency !== undefined) failedDependencies.set(position, dependency);
    if (!isWaiting(state)) continue;
    if (dependency !== undefined)
      moves.skipped.push({
        position,
        error: { code: 'DEPENDENCY_FAILED', message: `The step ${dependency} failed.`, stepId: dependency },
      });
    else if (failed) moves.skipped.push({ position, error: jobFailed(steps[failed.position]?.id ?? null) });
    else if (step.waitsFor.every((other) => states[other] && isSettled(states[other])))
      moves.ready.push(position);
  }
  moves.ready.sort((one, other) => one - other);
  return moves;
}

/** The id of the failed step that keeps this step from running. */
function failedDependencyOf(
  step: Step,
  steps: readonly Step[],
  states: readonly StepState[],
  failedDependencies: ReadonlyMap<number, string>,
): string | undefined {
  for (const other of step.waitsFor) {
    if (states[other]?.status === 'FAILED' && steps[other]?.onError === 'FAIL') return steps[other].id;
    const inherited = failedDependencies.get(other);
    if (inherited !== undefined) return inherited;
  }
  return undefined;
}

const orders = new WeakMap<readonly Step[], number[]>();

/** Positions, each after everything that it waits for. */
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
