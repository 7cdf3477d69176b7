import { limits } from '@/lib/config/limits';
import { didYouMean } from '@/lib/rules/did-you-mean';
import { dollarsOfNanos, nanosOfDollars } from '@/lib/rules/nano-dollars';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { readRun, runForWrite } from '@/lib/server/bulk/get-bulk-run';
import { positionIn } from '@/lib/server/bulk/list-bulk-rows';
import type { BulkRunView } from '@/lib/server/bulk/views/bulk-run-view';
import type { Queries } from '@/lib/server/database/database';
import { badInput, conflict } from '@/lib/server/errors';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { continuedRun, retriedRows } from '@/lib/validation/bulk';
import { type BulkRow, type BulkRowStatus, type BulkRun, Prisma } from '@/prisma/generated/prisma/client';

/** How a run continues. */
interface ContinueOptions {
  /** Its new limit, US dollars; by default, it keeps the one it has. */
  stopAfterCost?: number | null | undefined;
}

/** Which rows run again. Default: all that failed or were canceled. */
export interface RetryOptions extends ContinueOptions {
  /** Rows that failed with this code. */
  code?: string | null | undefined;
  /** Rows by their ids. */
  rows?: readonly string[] | null | undefined;
}

/**
 * Runs failed and canceled rows of a run again, each as a new job. Unless only some are chosen, the rows that never
 * started run too.
 * @throws AppError NOT_FOUND; BAD_USER_INPUT for a row of another run; CONFLICT while the run is running, if its rows are
 *   no longer kept, or if there is no such row. Also CONFLICT if it would stop at its limit at once
 */
export async function retryBulkFailures(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  { code, ...given }: RetryOptions = {},
): Promise<BulkRunView> {
  authorize(viewer, 'write');
  const { rows: named, stopAfterCost } = parseInput(retriedRows, given);
  const ofCode = code == null ? Prisma.empty : Prisma.sql`AND "errorCode" = ${code}`;
  await workflowsOf(ctx).worker.writer.change(viewer.accountId, async (tx) => {
    const { run, present } = await runForWrite(tx, ctx, viewer, id);
    const positions = named?.map((row) => {
      const position = positionIn(id, row);
      if (position === null || position >= run.totalRows)
        throw badInput({ rows: 'rows has an id that is no row of this run.' });
      return position;
    });
    await assertKept(tx, run);
    if (run.status === 'QUEUED' || run.status === 'RUNNING' || run.runningRows > 0)
      throw conflict('This run is still running. Cancel it first, or wait for its end.');
    const limit = limitOf(run, stopAfterCost);
    const which = positions
      ? Prisma.sql`${ofCode} AND "position" IN (${Prisma.join([...positions])})`
      : ofCode;
    // With a choice of rows, rows that never started wait until the run is continued.
    const isChoice = code != null || positions !== undefined;
    if (isChoice && run.kind === 'CHAT_BATCH' && run.pendingRows > 0)
      throw conflict("Some lines of this batch haven't run. Retry all of them together.");
    const held = isChoice ? await changeStatus(tx, run, { from: 'PENDING', to: 'HELD' }) : 0;
    const failed = await changeStatus(tx, run, { from: 'FAILED', to: 'PENDING', which });
    const canceled =
      code == null ? await changeStatus(tx, run, { from: 'CANCELED', to: 'PENDING', which }) : 0;
    if (failed + canceled === 0 && (isChoice || run.pendingRows === 0))
      throw conflict(await noneToRetry(tx, run, { code, rows: named }));
    await tx.$executeRaw`
      UPDATE "BulkRun" SET "failedRows" = "failedRows" - ${failed}, "canceledRows" = "canceledRows" - ${canceled},
        "pendingRows" = "pendingRows" + ${failed + canceled - held}, "heldRows" = "heldRows" + ${held}, ${resumed(limit)}
      WHERE "id" = ${id}`;
    await recordAudit(tx, ctx, {
      ...{ action: 'bulk_run.retry', actor: present, accountId: run.accountId, entityId: id },
      details: {
        name: run.name,
        rows: run.pendingRows + failed + canceled - held,
        ...(code != null && { code }),
      },
      ...limitChange(run, limit),
    });
  });
  return readRun(ctx, viewer, id, 'write');
}

/**
 * Runs the rest of a run whose first rows were tried, also if it was stopped or canceled since.
 * @throws AppError NOT_FOUND; BAD_USER_INPUT; CONFLICT if no row is held, the tried ones still run, or it would stop at
 *   its limit at once
 */
export async function continueBulkRun(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  options: ContinueOptions = {},
): Promise<BulkRunView> {
  authorize(viewer, 'write');
  const { stopAfterCost } = parseInput(continuedRun, options);
  await workflowsOf(ctx).worker.writer.change(viewer.accountId, async (tx) => {
    const { run, present } = await runForWrite(tx, ctx, viewer, id);
    await assertKept(tx, run);
    if (run.heldRows === 0 || run.status === 'QUEUED' || run.status === 'RUNNING' || run.runningRows > 0)
      throw conflict("This run doesn't wait to be continued.");
    const limit = limitOf(run, stopAfterCost);
    const held = await changeStatus(tx, run, { from: 'HELD', to: 'PENDING' });
    await tx.$executeRaw`
      UPDATE "BulkRun" SET "heldRows" = 0, "pendingRows" = "pendingRows" + ${held}, ${resumed(limit)} WHERE "id" = ${id}`;
    await recordAudit(tx, ctx, {
      ...{ action: 'bulk_run.continue', actor: present, accountId: run.accountId, entityId: id },
      details: { name: run.name, rows: run.pendingRows + held },
      ...limitChange(run, limit),
    });
  });
  return readRun(ctx, viewer, id, 'write');
}

/** Why a retry finds no row. */
async function noneToRetry(
  tx: Queries,
  { id }: Pick<BulkRun, 'id'>,
  { code, rows }: RetryOptions,
): Promise<string> {
  const failed = await tx.$queryRaw<Pick<BulkRow, 'errorCode'>[]>`
    SELECT DISTINCT "errorCode" FROM "BulkRow" WHERE "runId" = ${id} AND "status" = 'FAILED'
    ORDER BY "errorCode" LIMIT ${limits.bulkRun.named}`;
  const codes = failed.flatMap(({ errorCode }) => errorCode ?? []);
  if (code == null)
    return rows
      ? 'None of these rows failed or was canceled.'
      : 'No row of this run failed, was canceled, or waits.';
  const of = rows ? 'None of these rows' : 'No row of this run';
  const known = codes.length === 0 ? ' None has failed.' : ` Rows failed with ${codes.join(', ')}.`;
  const other = codes.includes(code) ? '' : didYouMean(code, codes) || known;
  return `${of} failed with “${code.slice(0, 60)}”.${other}`;
}

const resumed = (limit: bigint | null) => Prisma.sql`
  "status" = 'RUNNING', "newFailures" = 0, "paceFrom" = NULL, "stoppedAt" = NULL, "finishedAt" = NULL,
  "errorCode" = NULL, "errorMessage" = NULL, "stopAfterCost" = ${limit}`;

/** @returns how many rows it has changed */
const changeStatus = (
  tx: Queries,
  { id }: Pick<BulkRun, 'id'>,
  { from, to, which = Prisma.empty }: { from: BulkRowStatus; to: BulkRowStatus; which?: Prisma.Sql },
): Promise<number> =>
  tx.$executeRaw`
    UPDATE "BulkRow" SET "status" = ${Prisma.raw(`'${to}'`)}, "errorCode" = NULL, "errorMessage" = NULL, "errorStepId" = NULL
    WHERE "runId" = ${id} AND "status" = ${Prisma.raw(`'${from}'`)} ${which}`;

/**
 * The limit that a run continues with, in nano-dollars; null for none.
 * @throws AppError CONFLICT if the run would stop at it at once
 */
function limitOf(
  { stopAfterCost, costNanos }: Pick<BulkRun, 'stopAfterCost' | 'costNanos'>,
  raised: number | null | undefined,
): bigint | null {
  const limit = raised == null ? stopAfterCost : BigInt(nanosOfDollars(raised));
  if (limit !== null && (costNanos === null || costNanos >= limit))
    throw conflict(
      costNanos === null
        ? "What this run has cost isn't known, so it stops at any limit. Start another one over the file."
        : `This run has cost as much as it may. Raise stopAfterCost above ${dollarsOfNanos(costNanos)}.`,
    );
  return limit;
}

/** A new limit as the audit trail has it, in US dollars. */
const limitChange = ({ stopAfterCost }: Pick<BulkRun, 'stopAfterCost'>, limit: bigint | null) =>
  limit === stopAfterCost
    ? {}
    : { changes: { stop_after_cost: { from: dollarsOfNanos(stopAfterCost), to: dollarsOfNanos(limit) } } };

/** @throws AppError CONFLICT if the plan's days are over */
async function assertKept(tx: Queries, { id }: Pick<BulkRun, 'id'>): Promise<void> {
  if ((await tx.bulkRun.count({ where: { id, workflow: { not: null } } })) === 0)
    throw conflict("This run's rows are no longer kept. Upload the file again.");
}
