import { countedAs } from '@/lib/engine/run/job-end';
import { endOf, type JobEnd, type RunChange, type TakenJob } from '@/lib/engine/run/run-store';
import { dayOf } from '@/lib/rules/day';
import { afterCommit } from '@/lib/server/database/after-commit';
import type { SqlQueries } from '@/lib/server/database/database';
import { dropUnseenFiles, showFiles } from '@/lib/server/files/file-contents';
import { updateStorage } from '@/lib/server/jobs/ledger/account-storage';
import { insertApprovals, withdrawApprovals } from '@/lib/server/jobs/ledger/approvals';
import {
  begunRows,
  changesTexts,
  endedCalls,
  endedRows,
  fallbacksOf,
  hasNeverRun,
  jobRow,
  nextRevision,
  promptRows,
  requestsOf,
  type StoredChange,
  stepRows,
  stepsWithdrawn,
  stepsWithFiles,
  stepsWithoutFiles,
} from '@/lib/server/jobs/ledger/change-rows';
import { endBulkRows } from '@/lib/server/jobs/ledger/end-bulk-rows';
import { noteResumed, noteReturned } from '@/lib/server/jobs/ledger/interruptions';
import { insertRows, updateRows } from '@/lib/server/jobs/ledger/job-rows';
import { isDispatched, type LedgerJob, readLedgerJobs } from '@/lib/server/jobs/ledger/ledger-jobs';
import { insertPrompts } from '@/lib/server/jobs/ledger/step-prompts';
import type { ServerContext } from '@/lib/server/runtime/context';
import { ensureTemplates } from '@/lib/server/usage/ensure-template';
import { meterCalls, otherModel } from '@/lib/server/usage/meter-calls';
import { isExecution, type MeteredExecution, meterExecutions } from '@/lib/server/usage/meter-executions';
import { existingModels, meterModelCalls } from '@/lib/server/usage/meter-model-calls';
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

async function deleteUploads(tx: SqlQueries, stored: readonly StoredChange[]): Promise<void> {
  const ids = stored.filter(({ change }) => hasNeverRun(endOf(change))).map(({ job }) => job.id);
  if (ids.length > 0) await tx.$executeRaw`DELETE FROM "JobFile" WHERE "jobId" IN ${tx.dialect.listed(ids)}`;
}

/** Counts the executions among the jobs that ended. */
async function meterEnds(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes' | 'listedModels'>,
  stored: readonly StoredChange[],
): Promise<void> {
  const ends = stored.flatMap(({ job, change }) => {
    const jobEnd = endOf(change);
    return jobEnd && isExecution(jobEnd) ? [{ ...job, jobEnd }] : [];
  });
  if (ends.length === 0) return;
  const counted = await ensureTemplates(tx, ctx, ends);
  const nameOf = await countedModels(tx, ctx, stored, ends);
  await meterExecutions(
    tx,
    ctx,
    counted.map((end) => ({ ...executionOf(end), model: nameOf(end) })),
  );
}

/** The names under which executions count. Usage is kept permanently, so names that callers make up share one. */
async function countedModels(
  tx: SqlQueries,
  { now, listedModels }: Pick<ServerContext, 'now' | 'listedModels'>,
  stored: readonly StoredChange[],
  ends: readonly EndedJob[],
): Promise<(end: EndedJob) => string> {
  const called = ends.flatMap(({ accountId, jobEnd: { model, hasReply } }) =>
    model === null ? [] : [{ accountId, model, outcome: hasReply ? 'ANSWERED' : 'FAILED' } as const],
  );
  const replies = stored.flatMap(endedCalls).filter(({ outcome }) => outcome === 'ANSWERED');
  const exists = await existingModels(tx, dayOf(now()), [...replies, ...called], listedModels);
  return ({ accountId, jobEnd: { model } }) => {
    if (model === null) return NO_MODEL;
    return exists({ accountId, model }) ? model : otherModel(model);
  };
}

/** A job that has ended with a change, and counts as an execution. */
type EndedJob = LedgerJob & { jobEnd: JobEnd };

function executionOf({
  accountId,
  userId,
  apiKeyId,
  templateId,
  jobEnd,
}: EndedJob & { templateId: string }): Omit<MeteredExecution, 'model'> {
  return {
    ...{ accountId, userId, apiKeyId, templateId },
    status: countedAs(jobEnd.status),
    tokensIn: jobEnd.tokensIn,
    tokensOut: jobEnd.tokensOut,
    costMicros: jobEnd.costNanos === null ? null : Math.round(jobEnd.costNanos / 1_000),
    // A person may take days.
    latencyMs: Math.max(
      0,
      Math.round(jobEnd.finishedAt - (jobEnd.startedAt ?? jobEnd.finishedAt) - jobEnd.times.approvalMs),
    ),
    finishedAt: new Date(jobEnd.finishedAt),
  };
}
