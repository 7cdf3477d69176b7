import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { placeOf } from '@/lib/server/bulk/list-bulk-rows';
import { type BulkRunView, readRun } from '@/lib/server/bulk/views/bulk-run-view';
import { runForWrite } from '@/lib/server/bulk/visible-runs';
import type { Queries } from '@/lib/server/database/database';
import { conflict } from '@/lib/server/errors';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { retriedRows } from '@/lib/validation/bulk';
import { type BulkRowStatus, type BulkRun, Prisma } from '@/prisma/generated/prisma/client';

/** Which rows run again; all that have failed or were canceled, if nothing is said. */
export interface RetryOptions {
  /** Rows that failed with this code. */
  code?: string | null | undefined;
  /** Rows by their ids. */
  rows?: readonly string[] | null | undefined;
}

/**
 * Runs rows of a run again that have failed, each as a new job, and goes on with those that it never began.
 * @throws AppError NOT_FOUND; BAD_USER_INPUT for a row of another run; CONFLICT while the run goes on, or if there is no such row
 */
export async function retryBulkFailures(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  { code, rows }: RetryOptions = {},
): Promise<BulkRunView> {
  authorize(viewer, 'write');
  const named = parseInput(retriedRows, { rows }).rows;
  const positions = named?.map((row) => placeOf(id, { rows: row }));
  const ofCode = code == null ? Prisma.empty : Prisma.sql`AND "errorCode" = ${code}`;
  await workflowsOf(ctx).worker.writer.change(viewer.accountId, async (tx) => {
    const run = await runForWrite(tx, ctx, viewer, id);
    if (run.status === 'QUEUED' || run.status === 'RUNNING' || run.runningRows > 0)
      throw conflict('This run is still running. Cancel it first, or wait for its end.');
    const which = positions
      ? Prisma.sql`${ofCode} AND "position" IN (${Prisma.join([...positions])})`
      : ofCode;
    const failed = await free(tx, run, 'FAILED', which);
    const canceled = code == null ? await free(tx, run, 'CANCELED', which) : 0;
    if (failed + canceled === 0 && run.pendingRows === 0)
      throw conflict('This run has no such row to run again.');
    await tx.$executeRaw`
      UPDATE "BulkRun" SET "failedRows" = "failedRows" - ${failed}, "canceledRows" = "canceledRows" - ${canceled},
        "pendingRows" = "pendingRows" + ${failed + canceled}, ${going} WHERE "id" = ${id}`;
  });
  return readRun(ctx, viewer, id, 'write');
}

/**
 * Runs the rest of a run whose first rows were tried.
 * @throws AppError NOT_FOUND; CONFLICT if no row is held back, or the tried ones still run
 */
export async function continueBulkJob(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
): Promise<BulkRunView> {
  authorize(viewer, 'write');
  await workflowsOf(ctx).worker.writer.change(viewer.accountId, async (tx) => {
    const run = await runForWrite(tx, ctx, viewer, id);
    if (run.status !== 'TRIED') throw conflict("This run doesn't wait to be continued.");
    const held = await free(tx, run, 'HELD', Prisma.empty);
    await tx.$executeRaw`
      UPDATE "BulkRun" SET "heldRows" = 0, "pendingRows" = "pendingRows" + ${held}, ${going} WHERE "id" = ${id}`;
  });
  return readRun(ctx, viewer, id, 'write');
}

const going = Prisma.sql`
  "status" = 'RUNNING', "newFailures" = 0, "paceFrom" = NULL, "finishedAt" = NULL, "errorCode" = NULL, "errorMessage" = NULL`;

/** Lets rows run. @returns how many */
const free = (
  tx: Queries,
  { id }: Pick<BulkRun, 'id'>,
  from: BulkRowStatus,
  which: Prisma.Sql,
): Promise<number> =>
  tx.$executeRaw`
    UPDATE "BulkRow" SET "status" = 'PENDING' WHERE "runId" = ${id} AND "status" = ${from} ${which}`;
