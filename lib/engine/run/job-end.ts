import { addCosts } from '@/lib/engine/models/cost';
import type { JobEnd, StepState } from '@/lib/engine/run/run-store';

/** The end of a job, with the sums over its steps. */
export function jobEnd(
  states: readonly StepState[],
  end: Pick<JobEnd, 'status' | 'result' | 'error' | 'model' | 'startedAt' | 'finishedAt'>,
): JobEnd {
  const total = (of: (state: StepState) => number) => states.reduce((sum, state) => sum + of(state), 0);
  return {
    ...end,
    tokensIn: total(({ tokensIn }) => tokensIn),
    tokensOut: total(({ tokensOut }) => tokensOut),
    costNanos: states.reduce<number | null>((sum, { costNanos }) => addCosts(sum, costNanos), 0),
    attempts: total(({ attempts }) => attempts),
  };
}
