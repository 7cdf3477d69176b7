import { addCosts } from '@/lib/engine/calls/cost';
import { jobTimes, type Span, type StepCall } from '@/lib/engine/run/job-times';
import type { JobEnd, StepState } from '@/lib/engine/run/run-store';
import type { RunError } from '@/lib/engine/workflow';

/** Why the steps of a canceled job didn't complete. */
export const jobCanceled: RunError = {
  code: 'JOB_CANCELED',
  message: 'The job was canceled.',
  stepId: null,
};

/**
 * Why a step didn't complete although nothing of its own failed.
 * @param stepId the step that has failed the job; null if none has
 */
export const jobFailed = (stepId: string | null): RunError => ({
  code: 'JOB_FAILED',
  message: stepId === null ? 'The job had failed.' : `The step ${stepId} had failed the job.`,
  stepId,
});

/**
 * The end of a job, with the sums over its steps.
 * @param end.calls of all its runs
 * @param end.away while a job that had begun was in no process
 */
export function jobEnd(
  states: readonly StepState[],
  {
    createdAt,
    calls,
    away,
    ...end
  }: Pick<JobEnd, 'status' | 'error' | 'model' | 'startedAt' | 'finishedAt'> & {
    createdAt: number;
    calls: readonly StepCall[];
    away: readonly Span[];
  },
): JobEnd {
  const total = (of: (state: StepState) => number) => states.reduce((sum, state) => sum + of(state), 0);
  return {
    ...end,
    times: jobTimes({ ...end, createdAt, away }, states, calls),
    tokensIn: total(({ tokensIn }) => tokensIn),
    tokensOut: total(({ tokensOut }) => tokensOut),
    costNanos: states.reduce<number | null>((sum, { costNanos }) => addCosts(sum, costNanos), 0),
    attempts: total(({ attempts }) => attempts),
  };
}
