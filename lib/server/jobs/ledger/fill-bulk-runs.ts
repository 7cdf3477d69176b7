import { type ChatBody, chatWorkflow } from '@/lib/engine/bulk/chat-request';
import { type RowVariables, readRowVariables, variablesOfRow } from '@/lib/engine/bulk/row-variables';
import type { Workflow } from '@/lib/engine/workflow';
import { isRecord } from '@/lib/rules/json';
import { afterCommit } from '@/lib/server/database/after-commit';
import type { SqlQueries } from '@/lib/server/database/database';
import { AppError } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import { acceptJobs, type NewJob } from '@/lib/server/jobs/ledger/accept-jobs';
import { isRunRevoked } from '@/lib/server/jobs/ledger/dispatch-jobs';
import {
  endRun,
  type RunStop,
  rowsGone,
  stopOf,
  stopRun,
  stopWith,
  workflowUnreadable,
} from '@/lib/server/jobs/ledger/end-bulk-runs';
import { columnsBut, updateRows } from '@/lib/server/jobs/ledger/job-rows';
import { reportProgress } from '@/lib/server/jobs/ledger/report-bulk-runs';
import { errorColumns, jsonValue } from '@/lib/server/jobs/ledger/step-columns';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type BulkFileRow, type BulkRun, Prisma } from '@/prisma/generated/prisma/client';

type FillContext = Pick<ServerContext, 'now' | 'randomBytes' | 'onCallbacksDue'>;

/** A run that may start rows, without its texts. */
type OpenRun = Omit<BulkRun, 'workflow' | 'metadata'> & { isRevoked: number | bigint };

/** The job of a row that has just been stored. */
interface StoredRow {
  job: NewJob;
  position: number;
  createdAt: Date;
}

/**
 * Stores jobs for the next rows of the accounts' bulk runs, up to each run's concurrency. Ends runs that have no row
 * left. It runs in the transaction in which a row ends, so that a run is never without a job between two rows.
 * @returns the stored jobs
 */
export async function fillBulkRuns(
  tx: SqlQueries,
  ctx: FillContext,
  accountIds: readonly string[],
): Promise<StoredRow[]> {
  if (accountIds.length === 0) return [];
  // Hardly any account has some, and reading none in their order takes as long as storing a job.
  const accounts = await tx.$queryRaw<Pick<BulkRun, 'accountId'>[]>`
    SELECT DISTINCT "accountId" FROM "BulkRun"
    WHERE "accountId" IN ${tx.dialect.listed(accountIds)} AND "status" IN ('QUEUED', 'RUNNING')`;
  const filled: StoredRow[] = [];
  for (const { accountId } of accounts) filled.push(...(await fillRunsOf(tx, ctx, accountId)));
  return filled;
}

/** Runs of an account that take rows. Later ones wait, so that a commit costs the same however many there are. */
const OPEN_RUNS = 16;
/** How often a commit looks for further runs after it has ended some. The next commit looks again. */
const ROUNDS = 3;

async function fillRunsOf(tx: SqlQueries, ctx: FillContext, accountId: string): Promise<StoredRow[]> {
  const filled: StoredRow[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const runs = await tx.$queryRaw<OpenRun[]>`
      SELECT ${openColumns}, ${isRunRevoked} AS "isRevoked" FROM "BulkRun"
      WHERE "accountId" = ${accountId} AND "status" IN ('QUEUED', 'RUNNING')
      ORDER BY CASE "status" WHEN 'RUNNING' THEN 0 ELSE 1 END, "createdAt", "id" LIMIT ${OPEN_RUNS}`;
    let hasEnded = false;
    for (const run of runs) {
      const { stored, outcome } = await fillRun(tx, ctx, run);
      filled.push(...stored);
      // The other runs wouldn't find a place either.
      if (outcome === 'queue full') return filled;
      hasEnded ||= outcome === 'ended';
    }
    // The ended runs make room for later ones.
    if (!hasEnded || runs.length < OPEN_RUNS) break;
  }
  return filled;
}

const openColumns = columnsBut(Prisma.BulkRunScalarFieldEnum, 'workflow', 'metadata');

/** The jobs that a run got, and whether it has ended, or waits for the account's queue. */
interface Filling {
  stored: StoredRow[];
  outcome: 'open' | 'ended' | 'queue full';
}

async function fillRun(tx: SqlQueries, ctx: FillContext, run: OpenRun): Promise<Filling> {
  const { concurrency, runningRows, pendingRows } = run;
  if (pendingRows === 0) {
    if (runningRows > 0) return { stored: [], outcome: 'open' };
    await endRun(tx, ctx, run);
    return { stored: [], outcome: 'ended' };
  }
  const stopAt = async (stop: RunStop): Promise<Filling> => {
    await stopRun(tx, ctx, run, stop);
    return { stored: [], outcome: 'ended' };
  };
  const stop = stopOf(run);
  if (stop) return stopAt(stop);
  const free = Math.min(concurrency - runningRows, pendingRows);
  if (free <= 0) return { stored: [], outcome: 'open' };
  const found = await nextJobs(tx, ctx, run, free);
  if ('status' in found) return stopAt(found);
  const { next, unreadable } = found;
  if (unreadable.length > 0) return fillRun(tx, ctx, await failUnreadable(tx, ctx, run, unreadable));
  const { stored, refusal } = await startRows(tx, ctx, run, next);
  // A full queue drains by itself, and each job that ends fills the run again.
  if (!refusal) return { stored, outcome: 'open' };
  if (refusal.code === 'QUEUE_FULL') return { stored, outcome: 'queue full' };
  await stopRun(tx, ctx, run, stopWith('STOPPED', refusal.code, refusal.message));
  return { stored, outcome: 'ended' };
}

/** A job that a row is about to get. */
type NewRow = Omit<StoredRow, 'createdAt'>;

/** Stores the jobs of rows. @returns the rows whose jobs the account takes, and why it doesn't take the others */
async function startRows(
  tx: SqlQueries,
  ctx: FillContext,
  { id: runId }: OpenRun,
  next: readonly NewRow[],
): Promise<{ stored: StoredRow[]; refusal: AppError | undefined }> {
  const accepted = await acceptJobs(
    tx,
    ctx,
    next.map(({ job }) => job),
  );
  const refusal = accepted.find((result) => result instanceof AppError);
  const stored = next.flatMap((row, index) => {
    const result = accepted[index];
    return result && !(result instanceof AppError) ? [{ ...row, createdAt: result.createdAt }] : [];
  });
  if (stored.length > 0)
    await Promise.all([
      updateRows(
        tx,
        'BulkRow',
        ['runId', 'position'],
        stored.map(({ position, job }) => ({
          ...{ runId, position, jobId: job.id, status: 'RUNNING' },
          ...{ errorCode: null, errorMessage: null, errorStepId: null },
        })),
      ),
      tx.$executeRaw`
        UPDATE "BulkRun" SET "status" = 'RUNNING', "startedAt" = coalesce("startedAt", ${ctx.now()}),
          "paceRows" = CASE WHEN "paceFrom" IS NULL THEN ${endedRows} ELSE "paceRows" END,
          "paceFrom" = coalesce("paceFrom", ${ctx.now()}),
          "runningRows" = "runningRows" + ${stored.length}, "pendingRows" = "pendingRows" - ${stored.length}
        WHERE "id" = ${runId}`,
    ]);
  return { stored, refusal };
}

/** The parts that all jobs of a run have in common. */
interface RunTexts {
  workflow: Workflow;
  mapping: RowVariables;
  metadata: unknown;
}

/** @returns why the run stops if they can't be read, or are no longer kept */
async function readTexts(tx: SqlQueries, { id, kind }: OpenRun): Promise<RunTexts | RunStop> {
  const [texts] = await tx.$queryRaw<Pick<BulkRun, 'workflow' | 'metadata'>[]>`
    SELECT "workflow", "metadata" FROM "BulkRun" WHERE "id" = ${id}`;
  if (texts?.workflow == null) return rowsGone;
  const workflow = jsonValue(texts.workflow);
  if (!isRecord(workflow) || !isRecord(workflow.variables) || !areRecords(workflow.steps))
    return workflowUnreadable;
  // A batch makes the steps of each row.
  if (workflow.steps.length === 0 && kind !== 'CHAT_BATCH') return workflowUnreadable;
  return {
    workflow: workflow as unknown as Workflow,
    mapping: readRowVariables(workflow.variables),
    metadata: jsonValue(texts.metadata),
  };
}

type RowValues = Pick<BulkFileRow, 'position' | 'values'>;

const readPending = (
  tx: SqlQueries,
  run: OpenRun,
  { after, most }: { after: number; most: number },
): Promise<RowValues[]> =>
  tx.$queryRaw<RowValues[]>`
    SELECT "BulkRow"."position", "values" FROM "BulkRow"
    JOIN "BulkFileRow" ON "fileId" = ${run.fileId} AND "BulkFileRow"."position" = "BulkRow"."position"
    WHERE "runId" = ${run.id} AND "status" = 'PENDING' AND "BulkRow"."position" > ${after}
    ORDER BY "BulkRow"."position" LIMIT ${most}`;

/** The least rows of a further look, after a look with unreadable ones. Any number of rows may be damaged. */
const FURTHER_LOOK = 100;

/**
 * Jobs for the next rows of a run, with the positions of rows before them that can't be read.
 * @returns why the run stops if it has no rows or can't be read
 */
async function nextJobs(
  tx: SqlQueries,
  ctx: FillContext,
  run: OpenRun,
  most: number,
): Promise<{ next: NewRow[]; unreadable: number[] } | RunStop> {
  let look = { after: -1, most };
  const [texts, first] = await Promise.all([readTexts(tx, run), readPending(tx, run, look)]);
  if ('status' in texts) return texts;
  if (first.length === 0) return rowsGone;
  const next: NewRow[] = [];
  const unreadable: number[] = [];
  for (let rows = first; ; ) {
    for (const { position, values } of rows) {
      const job = rowJob(ctx, run, texts, values);
      if (job) next.push({ position, job });
      else unreadable.push(position);
      if (next.length === most) return { next, unreadable };
    }
    if (rows.length < look.most) return { next, unreadable };
    look = { after: rows.at(-1)?.position ?? look.after, most: Math.max(most, FURTHER_LOOK) };
    rows = await readPending(tx, run, look);
  }
}

const endedRows = Prisma.sql`"completedRows" + "failedRows" + "canceledRows" + "skippedRows"`;

const areRecords = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.every(isRecord);

/** Null if the row can't be read. */
function rowJob(
  ctx: FillContext,
  { id: runId, kind, accountId, userId, apiKeyId, slots, traceparent }: OpenRun,
  { workflow, mapping, metadata }: RunTexts,
  stored: string,
): NewJob | null {
  const values = jsonValue(stored);
  if (!isRecord(values)) return null;
  const isChat = kind === 'CHAT_BATCH';
  if (isChat && !(isRecord(values.body) && areRecords(values.body.messages))) return null;
  return {
    id: newId(ctx, 'job'),
    owner: { accountId, userId, apiKeyId },
    caller: null,
    workflow: isChat
      ? chatWorkflow(workflow.name, values.body as unknown as ChatBody)
      : { ...workflow, variables: variablesOfRow(mapping, values) },
    ...{ fileOf: null, rerun: null, slots, metadata, priority: 'row', bulkRunId: runId },
    ...{ idempotency: null, traceparent },
  };
}

/** Ends waiting rows that no job can be made of as failed. @returns the run with its new counts */
async function failUnreadable(
  tx: SqlQueries,
  ctx: FillContext,
  run: OpenRun,
  positions: readonly number[],
): Promise<OpenRun> {
  const { id: runId, accountId } = run;
  const failed = positions.length;
  await updateRows(
    tx,
    'BulkRow',
    ['runId', 'position'],
    positions.map((position) => ({
      ...{ runId, position, jobId: null, status: 'FAILED' },
      ...rowUnreadable,
    })),
  );
  await tx.$executeRaw`
    UPDATE "BulkRun" SET "pendingRows" = "pendingRows" - ${failed}, "failedRows" = "failedRows" + ${failed},
      "newFailures" = "newFailures" + ${failed}
    WHERE "id" = ${runId}`;
  afterCommit(tx, () => logger.error({ runId, accountId, positions }, "Stored rows can't be read"));
  const left = {
    ...run,
    pendingRows: run.pendingRows - failed,
    failedRows: run.failedRows + failed,
    newFailures: run.newFailures + failed,
  };
  // Nothing follows the report of the end, which comes with the last row.
  if (left.runningRows + left.pendingRows > 0) await reportProgress(tx, ctx, left);
  return left;
}

const rowUnreadable = errorColumns({
  code: 'STORED_RESULT_INVALID',
  message: "The stored row can't be read. Upload the file again.",
  stepId: null,
});
