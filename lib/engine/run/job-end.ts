import { addCosts } from '@/lib/engine/models/cost';
import type { RunError, Step } from '@/lib/engine/workflow';
import type { EarlierAttempt, JobEnd, JobTimes, StepState } from './run-store';

/** Why the steps of a canceled job didn't complete. */
export const jobCanceled: RunError = {
  code: 'JOB_CANCELED',
  message: 'The job was canceled.',
  stepId: null,
};

/**
 * Why a step didn't complete although it didn't fail itself.
 * @param stepId the step that has failed the job; null if none has
 */
export const jobFailed = (stepId: string | null): RunError => ({
  code: 'JOB_FAILED',
  message: stepId === null ? 'Skipped because the job failed.' : `Skipped because step ${stepId} failed.`,
  stepId,
});

/**
 * The end of a job, with the sums over its steps.
 * @param end.calls including the calls before a restart
 * @param end.away the periods in which a job that had begun was in no process
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
    hasReply: calls.some(({ model, outcome }) => model === end.model && outcome === 'ANSWERED'),
    ...outcomeOf(states, calls),
  };
}

/** The facts by which lists of jobs are filtered. */
function outcomeOf(
  states: readonly StepState[],
  calls: readonly StepCall[],
): Pick<JobEnd, 'models' | 'failureCodes' | 'hasFallbacks'> {
  const called = calls.filter(({ outcome }) => outcome !== 'PASSED_OVER');
  const failed = states.flatMap(({ status, error }) => (status === 'FAILED' && error ? error.code : []));
  return {
    models: [...new Set(called.map(({ model }) => model))],
    failureCodes: [...new Set([...failed, ...calls.flatMap(({ code }) => code ?? [])])],
    hasFallbacks: states.some(
      ({ fallbacks, error }) => fallbacks.length > 0 || error?.code === 'FALLBACKS_EXHAUSTED',
    ),
  };
}

/** An end as counts and callbacks know it: for them, a job that has completed in spite of failed steps has completed. */
export const countedAs = (status: JobEnd['status']): 'COMPLETED' | 'FAILED' | 'CANCELED' =>
  status === 'COMPLETED_WITH_FAILURES' ? 'COMPLETED' : status;

/** A call of a step's model. Moments in milliseconds since the epoch. */
export interface StepCall extends TimedCall, Pick<EarlierAttempt, 'model' | 'outcome' | 'code'> {}

interface TimedCall {
  position: number;
  startedAt: number;
  endedAt: number;
  /** When the model may be called again; null if it isn't. */
  retryAt: number | null;
}

/** From one moment to another, in milliseconds since the epoch. */
export interface Span {
  from: number;
  to: number;
}

interface Timed {
  createdAt: number;
  startedAt: number | null;
  finishedAt: number;
  /** While a job that had begun was in no process. */
  away: readonly Span[];
}

/** @param calls of the job's steps, in any order */
export function jobTimes(
  { createdAt, startedAt, finishedAt, away }: Timed,
  states: readonly Pick<StepState, 'position' | 'finishedAt' | 'approval'>[],
  calls: readonly TimedCall[],
): JobTimes {
  const begun = startedAt ?? finishedAt;
  const within = ({ from, to }: Span): Span => ({
    from: Math.max(from, begun),
    to: Math.min(to, finishedAt),
  });
  const called = calls.map(({ startedAt: from, endedAt: to }) => within({ from, to }));
  const providerMs = covered(called);
  const ends = new Map(states.map((state) => [state.position, state.finishedAt]));
  const waits = byStep(calls).flatMap((ofStep) =>
    ofStep.map(({ position, endedAt, retryAt }, index) => {
      // A step may continue with another model before the first one may be called again.
      const next = ofStep[index + 1]?.startedAt ?? ends.get(position) ?? finishedAt;
      return within({ from: endedAt, to: Math.min(retryAt ?? endedAt, next) });
    }),
  );
  const retryMs = covered([...called, ...waits]) - providerMs;
  const asked = states.flatMap(({ approval, finishedAt: end }) =>
    approval ? [within({ from: approval.requestedAt, to: approval.decidedAt ?? end ?? finishedAt })] : [],
  );
  const approvalMs = covered([...called, ...waits, ...asked]) - providerMs - retryMs;
  const againMs =
    covered([...called, ...waits, ...asked, ...away.map(within)]) - providerMs - retryMs - approvalMs;
  return {
    queueMs: Math.max(0, begun - createdAt) + againMs,
    providerMs,
    retryMs,
    approvalMs,
    ownMs: Math.max(0, finishedAt - begun) - providerMs - retryMs - approvalMs - againMs,
  };
}

/** In the order in which each step made them. */
function byStep(calls: readonly TimedCall[]): TimedCall[][] {
  const sorted = calls.toSorted((one, other) => one.startedAt - other.startedAt);
  return [...Map.groupBy(sorted, ({ position }) => position).values()];
}

/** How long at least one of the spans lasts. */
function covered(spans: readonly Span[]): number {
  let sum = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum;
}

/** By position, whether no step waits for this one: its output belongs to the job's result. */
export function finalSteps(steps: readonly Pick<Step, 'waitsFor'>[]): boolean[] {
  const waitedFor = new Set(steps.flatMap(({ waitsFor }) => waitsFor));
  return steps.map((_, position) => !waitedFor.has(position));
}

/**
 * The result of a completed job: the output of its final step, or an object of outputs by step id if several are final.
 * Null without any: every workflow has a final step, so the job has just been deleted.
 * @param final the outputs of all final steps, in the order of the workflow
 */
export function resultOf(final: readonly { stepId: string; output: unknown }[]): unknown {
  const [first, ...others] = final;
  if (!first) return null;
  if (others.length === 0) return first.output;
  return Object.fromEntries(final.map(({ stepId, output }) => [stepId, output]));
}
