import { type AttemptEnd, endOf, type JobEnd, type RunChange } from '@/lib/engine/run/run-store';
import { isSettled } from '@/lib/engine/run/settle-steps';
import { momentColumn, type Row, storableText } from '@/lib/server/jobs/ledger/job-rows';
import { endFilters } from '@/lib/server/jobs/ledger/job-search';
import type { LedgerJob } from '@/lib/server/jobs/ledger/ledger-jobs';
import { errorColumns, stepColumns, usageColumns, wholeNumber } from '@/lib/server/jobs/ledger/step-columns';
import type { PromptRow } from '@/lib/server/jobs/ledger/step-prompts';
import { end, park, release } from '@/lib/server/jobs/ledger/transitions';
import type { EndedCall, Fallback } from '@/lib/server/usage/meter-model-calls';

/** A change of a job as it is. */
export interface StoredChange {
  job: LedgerJob;
  change: RunChange;
}

/** Attempts that begin, with the estimate that stays if they get lost; and models that were passed over. */
export const begunRows = ({ job, change }: StoredChange): Row[] => [
  ...change.begun.map(({ position, number, model, startedAt, usage, costNanos }) => ({
    jobId: job.id,
    position,
    number,
    model,
    outcome: 'RUNNING',
    ...usageColumns(usage),
    estimated: true,
    costNanos,
    startedAt: momentColumn(startedAt),
  })),
  ...change.ended.flatMap((end) =>
    end.outcome === 'PASSED_OVER'
      ? [{ ...endedRow(job.id, end), model: end.model, startedAt: momentColumn(end.startedAt) }]
      : [],
  ),
];

export const endedRows = ({ job, change }: StoredChange): Row[] =>
  change.ended.flatMap((end) => (end.outcome === 'PASSED_OVER' ? [] : [endedRow(job.id, end)]));

const endedRow = (jobId: string, end: AttemptEnd): Row => ({
  jobId,
  position: end.position,
  number: end.number,
  outcome: end.outcome,
  code: end.code,
  failureKind: end.failureKind,
  message: end.message === null ? null : storableText(end.message),
  status: end.status,
  ...usageColumns(end.usage),
  estimated: end.estimated,
  costNanos: end.costNanos,
  connectMs: wholeNumber(end.connectMs),
  firstTokenMs: wholeNumber(end.firstTokenMs),
  milliseconds: wholeNumber(end.milliseconds),
  retryAt: momentColumn(end.retryAt),
});

/** Whose calls a change's are. */
const callerOf = ({ job: { accountId, userId, name } }: StoredChange) => ({
  accountId,
  userId,
  workflow: name,
});

export const endedCalls = (stored: StoredChange): EndedCall[] =>
  stored.change.ended.map(({ model, outcome, code, milliseconds, costNanos }) => ({
    ...callerOf(stored),
    ...{ model, outcome, code, milliseconds, costNanos },
  }));

export const fallbacksOf = (stored: StoredChange): Fallback[] =>
  stored.change.steps.flatMap(({ status, model, fallbacks }) =>
    status === 'COMPLETED' && model !== null && fallbacks.length > 0 ? [{ ...callerOf(stored), model }] : [],
  );

export const promptRows = ({ job, change }: StoredChange): PromptRow[] =>
  change.prompts.map((prompt) => ({ jobId: job.id, ...prompt }));

export const stepRows = ({ job, change }: StoredChange): Row[] =>
  change.steps.map((state) => ({
    jobId: job.id,
    position: state.position,
    ...stepColumns(state),
    ...outputColumn(change.outputs.get(state.position)),
  }));

/** An output comes once, with the step's end. */
const outputColumn = (output: string | undefined): Row => (output === undefined ? {} : { output });

export const nextRevision = ({ revision }: LedgerJob): number => revision + 1;

/** The job's columns after a change; its followers notice any change by the revision. */
export function jobRow({ job, change }: StoredChange): Row {
  const { startedAt, steps } = change;
  const jobEnd = endOf(change);
  return {
    id: job.id,
    revision: nextRevision(job),
    ...(startedAt !== null && !jobEnd && { status: 'RUNNING', startedAt: momentColumn(startedAt) }),
    // Progress resets the crash count.
    ...(job.crashCount > 0 && steps.some(isSettled) && { crashCount: 0 }),
    ...(jobEnd && endColumns(jobEnd)),
    ...moveOf({ job, change }),
  };
}

const endColumns = (jobEnd: JobEnd): Row => ({
  status: jobEnd.status,
  attempts: jobEnd.attempts,
  tokensIn: jobEnd.tokensIn,
  tokensOut: jobEnd.tokensOut,
  costNanos: jobEnd.costNanos,
  ...errorColumns(jobEnd.error),
  startedAt: momentColumn(jobEnd.startedAt),
  finishedAt: momentColumn(jobEnd.finishedAt),
  ...endFilters(jobEnd),
  // The workflow of a job that never ran is of no use anymore. Its metadata is the caller's own reference.
  ...(hasNeverRun(jobEnd) && { workflow: null }),
});

/** Where a job goes with a change; nowhere if it stays with its run. */
function moveOf({ job, change }: StoredChange): Row {
  const { leave } = change;
  switch (leave?.how) {
    case 'ended':
      return end(job);
    case 'returned':
      return release(job);
    case 'parked':
      return park(job, leave.until);
    default:
      return {};
  }
}

export const hasNeverRun = (jobEnd: JobEnd | null): boolean =>
  jobEnd?.status === 'CANCELED' && jobEnd.startedAt === null;

export const requestsOf = ({ job, change }: StoredChange) =>
  change.approvals.map((approval) => ({ job, approval }));

export const stepsWithdrawn = ({ job, change }: StoredChange) =>
  change.withdrawn.map((position) => ({ jobId: job.id, position }));

export const stepsWithFiles = ({ job, change }: StoredChange) =>
  [...change.files].map(([position, files]) => ({ jobId: job.id, position, files }));

/** Steps that have failed or been canceled while they ran: they may have stored some. */
export const stepsWithoutFiles = ({ job, change }: StoredChange) =>
  change.steps
    .filter(({ status }) => status === 'FAILED' || status === 'CANCELED')
    .map(({ position }) => ({ jobId: job.id, position }));

/** Whether it may change texts that count toward the account's storage. */
export const changesTexts = ({ change }: StoredChange): boolean =>
  endOf(change) !== null ||
  change.approvals.length > 0 ||
  change.steps.some((state) => isSettled(state) || state.pieces.length > 0);
