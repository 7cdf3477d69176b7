import { chatWorkflow } from '@/lib/engine/bulk/chat-request';
import { type RowVariables, readRowVariables, variablesOfRow } from '@/lib/engine/bulk/row-variables';
import type { Workflow } from '@/lib/engine/workflow';
import type { SqlQueries } from '@/lib/server/database/database';
import { AppError } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import { acceptJobs, type NewJob } from '@/lib/server/jobs/ledger/accept-jobs';
import { isRunRevoked } from '@/lib/server/jobs/ledger/dispatch-jobs';
import { columnsBut, storableText, updateRows } from '@/lib/server/jobs/ledger/job-rows';
import { type ReportedRun, reportEnd } from '@/lib/server/jobs/ledger/report-bulk-runs';
import { jsonValue } from '@/lib/server/jobs/ledger/step-columns';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type BulkFileRow, type BulkRun, type BulkStatus, Prisma } from '@/prisma/generated/prisma/client';

type FillContext = Pick<ServerContext, 'now' | 'randomBytes' | 'onCallbacksDue'>;

/** A run that may start rows, without its texts. */
type OpenRun = Omit<BulkRun, 'workflow' | 'metadata'> & { isRevoked: number | bigint };

/** The job of a row that has just been stored. */
interface StoredRow {
  job: NewJob;
  position: number;
  createdAt: Date;
}

/** Why a run starts no further rows. */
interface RunStop {
  status: Extract<BulkStatus, 'STOPPED' | 'CANCELED'>;
  /** Null if its owner has canceled it. */
  code: string | null;
  message: string | null;
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
  const { id: runId, concurrency, runningRows, pendingRows } = run;
  if (pendingRows === 0) {
    if (runningRows > 0) return { stored: [], outcome: 'open' };
    await endRun(tx, ctx, run);
    return { stored: [], outcome: 'ended' };
  }
  const stop = stopOf(run);
  if (stop) {
    await stopRun(tx, ctx, run, stop);
    return { stored: [], outcome: 'ended' };
  }
  const free = Math.min(concurrency - runningRows, pendingRows);
  if (free <= 0) return { stored: [], outcome: 'open' };
  const next = await nextJobs(tx, ctx, run, free);
  if (next.length === 0) {
    await stopRun(tx, ctx, run, rowsGone);
    return { stored: [], outcome: 'ended' };
  }
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
  // A full queue drains by itself, and each job that ends fills the run again.
  if (!refusal) return { stored, outcome: 'open' };
  if (refusal.code === 'QUEUE_FULL') return { stored, outcome: 'queue full' };
  await stopRun(tx, ctx, run, stopWith('STOPPED', refusal.code, refusal.message));
  return { stored, outcome: 'ended' };
}

/** Jobs for the next rows of a run; none if its rows are no longer kept. @param most rows */
async function nextJobs(
  tx: SqlQueries,
  ctx: FillContext,
  run: OpenRun,
  most: number,
): Promise<Omit<StoredRow, 'createdAt'>[]> {
  const [rows, [texts]] = await Promise.all([
    tx.$queryRaw<Pick<BulkFileRow, 'position' | 'values'>[]>`
      SELECT "BulkRow"."position", "values" FROM "BulkRow"
      JOIN "BulkFileRow" ON "fileId" = ${run.fileId} AND "BulkFileRow"."position" = "BulkRow"."position"
      WHERE "runId" = ${run.id} AND "status" = 'PENDING' ORDER BY "BulkRow"."position" LIMIT ${most}`,
    tx.$queryRaw<Pick<BulkRun, 'workflow' | 'metadata'>[]>`
      SELECT "workflow", "metadata" FROM "BulkRun" WHERE "id" = ${run.id}`,
  ]);
  const workflow = jsonValue(texts?.workflow ?? null) as Workflow | null;
  if (!workflow) return [];
  const metadata = jsonValue(texts?.metadata ?? null);
  const mapping = readRowVariables(workflow.variables);
  return rows.map(({ position, values }) => ({
    position,
    job: rowJob(ctx, run, { workflow, mapping, metadata, values }),
  }));
}

const endedRows = Prisma.sql`"completedRows" + "failedRows" + "canceledRows" + "skippedRows"`;

const rowJob = (
  ctx: FillContext,
  { id: runId, kind, accountId, userId, apiKeyId, slots, traceparent }: OpenRun,
  {
    workflow,
    mapping,
    metadata,
    values,
  }: { workflow: Workflow; mapping: RowVariables; metadata: unknown; values: string },
): NewJob => ({
  id: newId(ctx, 'job'),
  owner: { accountId, userId, apiKeyId },
  caller: null,
  workflow:
    kind === 'CHAT_BATCH'
      ? chatWorkflow(workflow.name, JSON.parse(values).body)
      : { ...workflow, variables: variablesOfRow(mapping, JSON.parse(values)) },
  ...{ fileOf: null, rerun: null, slots, metadata, priority: 'row', bulkRunId: runId },
  ...{ idempotency: null, traceparent },
});

/** Why a run starts no further rows; null if it continues. */
function stopOf({ stopAfterFailures, newFailures, stopAfterCost, costNanos, isRevoked: revoked }: OpenRun) {
  if (Number(revoked) === 1)
    return stopWith(
      'CANCELED',
      'FORBIDDEN',
      'The user or the API key that started the run may no longer do so.',
    );
  if (stopAfterFailures !== null && newFailures >= stopAfterFailures)
    return stopWith('STOPPED', 'BULK_STOPPED', `${newFailures} rows failed.`);
  if (stopAfterCost === null) return null;
  if (costNanos === null)
    return stopWith(
      'STOPPED',
      'BULK_STOPPED',
      "The price of a model isn't known, so neither is what the rows have cost.",
    );
  return BigInt(costNanos) >= BigInt(stopAfterCost)
    ? stopWith('STOPPED', 'BULK_STOPPED', 'The rows have cost as much as the run may.')
    : null;
}

const stopWith = (status: RunStop['status'], code: string, message: string): RunStop => ({
  status,
  code,
  message,
});

const rowsGone = stopWith('STOPPED', 'BULK_FILE_EXPIRED', 'The rows of the file are no longer kept.');

/**
 * Stops a run: it starts no further rows. Rows that haven't started keep their status, so that a retry finds them. The
 * run ends at once, or with its last row under way (end-bulk-rows.ts).
 */
export async function stopRun(
  tx: SqlQueries,
  ctx: FillContext,
  run: ReportedRun,
  { status, code, message }: RunStop,
): Promise<void> {
  const now = ctx.now();
  const [stopped] = await tx.$queryRaw<Pick<BulkRun, 'runningRows'>[]>`
    UPDATE "BulkRun" SET "status" = ${status}, "stoppedAt" = ${now},
      "finishedAt" = CASE WHEN "runningRows" = 0 THEN ${now} ELSE "finishedAt" END,
      "errorCode" = ${code}, "errorMessage" = ${message === null ? null : storableText(message)}
    WHERE "id" = ${run.id} RETURNING "runningRows"`;
  if (stopped?.runningRows === 0) await reportEnd(tx, ctx, run);
}

/** Ends a run without waiting or running rows. */
async function endRun(tx: SqlQueries, ctx: FillContext, run: OpenRun): Promise<void> {
  await tx.$executeRaw`
    UPDATE "BulkRun" SET "status" = ${finalStatus(run)}, "finishedAt" = ${ctx.now()} WHERE "id" = ${run.id}`;
  await reportEnd(tx, ctx, run);
}

function finalStatus({ heldRows, failedRows, completedRows, canceledRows }: OpenRun): BulkStatus {
  if (heldRows > 0) return 'TRIED';
  if (failedRows + canceledRows === 0) return 'COMPLETED';
  return completedRows === 0 ? 'FAILED' : 'COMPLETED_WITH_FAILURES';
}
