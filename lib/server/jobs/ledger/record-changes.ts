import { countedAs } from '@/lib/engine/run/job-end';
import {
  type AttemptEnd,
  endOf,
  type JobEnd,
  type RunChange,
  type TakenJob,
} from '@/lib/engine/run/run-store';
import { isSettled } from '@/lib/engine/run/settle-steps';
import { afterCommit } from '@/lib/server/database/after-commit';
import type { SqlQueries } from '@/lib/server/database/database';
import { dropUnseenFiles, showFiles } from '@/lib/server/files/file-contents';
import { updateStorage } from '@/lib/server/jobs/ledger/account-storage';
import { insertApprovals, withdrawApprovals } from '@/lib/server/jobs/ledger/approvals';
import { endBulkRows } from '@/lib/server/jobs/ledger/end-bulk-rows';
import { noteResumed, noteReturned } from '@/lib/server/jobs/ledger/interruptions';
import {
  insertRows,
  momentColumn,
  type Row,
  storableText,
  updateRows,
} from '@/lib/server/jobs/ledger/job-rows';
import { endFilters } from '@/lib/server/jobs/ledger/job-search';
import { isDispatched, type LedgerJob, readLedgerJobs } from '@/lib/server/jobs/ledger/ledger-jobs';
import { errorColumns, stepColumns, usageColumns, wholeNumber } from '@/lib/server/jobs/ledger/step-columns';
import { insertPrompts, type PromptRow } from '@/lib/server/jobs/ledger/step-prompts';
import { end, park, release } from '@/lib/server/jobs/ledger/transitions';
import type { ServerContext } from '@/lib/server/runtime/context';
import { ensureTemplates } from '@/lib/server/usage/ensure-template';
import { meterCalls } from '@/lib/server/usage/meter-calls';
import { isExecution, type MeteredExecution, meterExecutions } from '@/lib/server/usage/meter-executions';
import { type EndedCall, type Fallback, meterModelCalls } from '@/lib/server/usage/meter-model-calls';
import { releaseCallbacks } from '@/lib/server/webhooks/callback-ledger';

/** A run's change, to record. */
export interface RecordedChange {
  job: Pick<TakenJob, 'id' | 'accountId' | 'epoch'>;
  change: RunChange;
}

/** The dependencies of recording, in addition to the database. */
export type RecordContext = Pick<
  ServerContext,
  'now' | 'randomBytes' | 'listedModels' | 'onRecorded' | 'onCallbacksDue'
>;

/** The model of an execution whose steps needed none. */
const NO_MODEL = 'none';

/**
 * Stores changes that runs have made. Skips a change if another worker has taken the job, or if the job was ended.
 * @returns by change, the job's revision with it; null if it wasn't stored
 */
export async function recordChanges(
  tx: SqlQueries,
  ctx: RecordContext,
  changes: readonly RecordedChange[],
): Promise<(number | null)[]> {
  const jobs = await readLedgerJobs(
    tx,
    changes.map(({ job }) => job.id),
  );
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const stored = changes.flatMap(({ job: { id, epoch }, change }): StoredChange[] => {
    const job = byId.get(id);
    return job && isDispatched(job, epoch) ? [{ job, change }] : [];
  });
  await storeChanges(tx, ctx, stored);
  return changes.map(({ job: { id, epoch } }) => {
    const job = byId.get(id);
    return job && isDispatched(job, epoch) ? nextRevision(job) : null;
  });
}

/** A change of a job as it is. */
export interface StoredChange {
  job: LedgerJob;
  change: RunChange;
}

/** Stores changes: attempts, outcomes and, with a job's end, its execution and usage. */
export async function storeChanges(
  tx: SqlQueries,
  ctx: RecordContext,
  stored: readonly StoredChange[],
): Promise<void> {
  const recorded = stored.map(({ job: { id, accountId }, change }) => {
    return { id, accountId, calls: change.ended, end: endOf(change) };
  });
  const ends = recorded.flatMap(({ id, end: jobEnd }) => (jobEnd ? [{ jobId: id, end: jobEnd }] : []));
  const returned = stored.flatMap(({ job, change }) => (change.leave?.how === 'returned' ? [job] : []));
  afterCommit(tx, () => ctx.onRecorded(recorded));
  // None needs what another one returns: PostgreSQL gets all of them at once, and runs them in this order.
  await Promise.all([
    insertRows(tx, 'Attempt', stored.flatMap(begunRows)),
    insertPrompts(tx, stored.flatMap(promptRows)),
    updateRows(tx, 'Attempt', ['jobId', 'position', 'number'], stored.flatMap(endedRows)),
    updateRows(tx, 'JobStep', ['jobId', 'position'], stored.flatMap(stepRows)),
    updateRows(tx, 'Job', ['id'], stored.map(jobRow)),
    insertApprovals(tx, ctx, stored.flatMap(requestsOf)),
    withdrawApprovals(tx, stored.flatMap(stepsWithdrawn), ctx.now()),
    deleteUploads(tx, stored),
    noteResumed(
      tx,
      stored.flatMap(({ job: { id }, change: { resumedAt } }) =>
        resumedAt === null ? [] : [{ id, at: resumedAt }],
      ),
    ).then(() => noteReturned(tx, returned, ctx.now())),
    showFiles(tx, stored.flatMap(stepsWithFiles)),
    dropUnseenFiles(tx, stored.flatMap(stepsWithoutFiles)),
    // After all writes of texts.
    updateStorage(
      tx,
      stored.filter(changesTexts).map(({ job }) => job.id),
    ),
    meterCalls(
      tx,
      ctx.now(),
      recorded.flatMap(({ accountId, calls }) => calls.map((call) => ({ ...call, accountId }))),
    ),
    meterModelCalls(tx, ctx, stored.flatMap(endedCalls), stored.flatMap(fallbacksOf)),
    meterEnds(tx, ctx, stored),
    endBulkRows(tx, ctx, ends),
    releaseCallbacks(
      tx,
      ctx,
      ends.map(({ jobId, end: { status } }) => ({ jobId, status: countedAs(status) })),
    ),
  ]);
}

/** Attempts that begin, with the estimate that stays if they get lost; and models that were passed over. */
const begunRows = ({ job, change }: StoredChange): Row[] => [
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

const endedRows = ({ job, change }: StoredChange): Row[] =>
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

const endedCalls = (stored: StoredChange): EndedCall[] =>
  stored.change.ended.map(({ model, outcome, code, milliseconds, costNanos }) => ({
    ...callerOf(stored),
    ...{ model, outcome, code, milliseconds, costNanos },
  }));

const fallbacksOf = (stored: StoredChange): Fallback[] =>
  stored.change.steps.flatMap(({ status, model, fallbacks }) =>
    status === 'COMPLETED' && model !== null && fallbacks.length > 0 ? [{ ...callerOf(stored), model }] : [],
  );

const promptRows = ({ job, change }: StoredChange): PromptRow[] =>
  change.prompts.map((prompt) => ({ jobId: job.id, ...prompt }));

const stepRows = ({ job, change }: StoredChange): Row[] =>
  change.steps.map((state) => ({
    jobId: job.id,
    position: state.position,
    ...stepColumns(state),
    ...outputColumn(change.outputs.get(state.position)),
  }));

/** An output comes once, with the step's end. */
const outputColumn = (output: string | undefined): Row => (output === undefined ? {} : { output });

const nextRevision = ({ revision }: LedgerJob): number => revision + 1;

/** The job's columns after a change; its followers notice any change by the revision. */
function jobRow({ job, change }: StoredChange): Row {
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

const hasNeverRun = (jobEnd: JobEnd | null): boolean =>
  jobEnd?.status === 'CANCELED' && jobEnd.startedAt === null;

const requestsOf = ({ job, change }: StoredChange) => change.approvals.map((approval) => ({ job, approval }));

const stepsWithdrawn = ({ job, change }: StoredChange) =>
  change.withdrawn.map((position) => ({ jobId: job.id, position }));

const stepsWithFiles = ({ job, change }: StoredChange) =>
  [...change.files].map(([position, files]) => ({ jobId: job.id, position, files }));

/** Steps that have failed or been canceled while they ran: they may have stored some. */
const stepsWithoutFiles = ({ job, change }: StoredChange) =>
  change.steps
    .filter(({ status }) => status === 'FAILED' || status === 'CANCELED')
    .map(({ position }) => ({ jobId: job.id, position }));

async function deleteUploads(tx: SqlQueries, stored: readonly StoredChange[]): Promise<void> {
  const ids = stored.filter(({ change }) => hasNeverRun(endOf(change))).map(({ job }) => job.id);
  if (ids.length > 0) await tx.$executeRaw`DELETE FROM "JobFile" WHERE "jobId" IN ${tx.dialect.listed(ids)}`;
}

/** Whether it may change texts that count toward the account's storage. */
const changesTexts = ({ change }: StoredChange): boolean =>
  endOf(change) !== null ||
  change.approvals.length > 0 ||
  change.steps.some((state) => isSettled(state) || state.pieces.length > 0);

/** Counts the executions among the jobs that ended. */
async function meterEnds(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes'>,
  stored: readonly StoredChange[],
): Promise<void> {
  const ends = stored.flatMap(({ job, change }) => {
    const jobEnd = endOf(change);
    return jobEnd && isExecution(jobEnd) ? [{ owner: job, jobEnd }] : [];
  });
  if (ends.length === 0) return;
  const unknown = ends.flatMap(({ owner }) => (owner.templateId === null ? [owner] : []));
  const made = unknown.length > 0 ? await ensureTemplates(tx, ctx, unknown) : new Map<string, string>();
  await meterExecutions(
    tx,
    ctx,
    ends.map(
      ({ owner: { accountId, userId, apiKeyId, name, templateId }, jobEnd }): MeteredExecution => ({
        accountId,
        userId,
        apiKeyId,
        templateId: templateId ?? made.get(`${accountId} ${name}`) ?? '',
        status: countedAs(jobEnd.status),
        model: jobEnd.model ?? NO_MODEL,
        tokensIn: jobEnd.tokensIn,
        tokensOut: jobEnd.tokensOut,
        costMicros: jobEnd.costNanos === null ? null : Math.round(jobEnd.costNanos / 1_000),
        // A person may take days.
        latencyMs: Math.max(
          0,
          Math.round(jobEnd.finishedAt - (jobEnd.startedAt ?? jobEnd.finishedAt) - jobEnd.times.approvalMs),
        ),
        finishedAt: new Date(jobEnd.finishedAt),
      }),
    ),
  );
}
