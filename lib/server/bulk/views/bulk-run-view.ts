import type { Access } from '@/lib/config/access';
import type { Viewer } from '@/lib/server/auth/viewer';
import { visibleRuns } from '@/lib/server/bulk/visible-runs';
import { notFound } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { BulkRun } from '@/prisma/generated/prisma/client';

/** A bulk run for its readers. */
export interface BulkRunView
  extends Pick<
    BulkRun,
    | 'id'
    | 'name'
    | 'userId'
    | 'fileId'
    | 'status'
    | 'concurrency'
    | 'stopAfterFailures'
    | 'totalRows'
    | 'heldRows'
    | 'pendingRows'
    | 'runningRows'
    | 'completedRows'
    | 'failedRows'
    | 'canceledRows'
    | 'skippedRows'
    | 'createdAt'
    | 'startedAt'
    | 'finishedAt'
  > {
  /** Percent of the rows that have ended. */
  progress: number;
  /** By the pace so far; null before the first row has ended, and after the end. */
  secondsLeft: number | null;
  /** Nano-dollars; null if a model's price isn't known. */
  costNanos: number | null;
  error: { code: string; message: string } | null;
}

/**
 * One run, as it is now.
 * @param accountWide the access required for another user's run
 * @throws AppError NOT_FOUND, alike for an unknown id, a colleague's run and another account's
 */
export async function readRun(
  ctx: Pick<ServerContext, 'db' | 'now'>,
  viewer: Viewer,
  id: string,
  accountWide: Access = 'admin:read',
): Promise<BulkRunView> {
  const run = await ctx.db.prisma.bulkRun.findFirst({
    where: { id, ...visibleRuns(viewer, accountWide) },
    omit: { workflow: true, metadata: true },
  });
  if (!run) throw notFound('Bulk job');
  return bulkRunView(run, ctx.now());
}

/** @param run its row without its texts */
export function bulkRunView(run: Omit<BulkRun, 'workflow' | 'metadata'>, now: Date): BulkRunView {
  const { totalRows, errorCode, errorMessage, costNanos } = run;
  const ended = run.completedRows + run.failedRows + run.canceledRows + run.skippedRows;
  return {
    ...run,
    progress: Math.round((ended / totalRows) * 10_000) / 100,
    secondsLeft: secondsLeft(run, ended - run.skippedRows, now),
    costNanos: costNanos === null ? null : Number(costNanos),
    error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' },
  };
}

function secondsLeft(
  { status, startedAt, pendingRows, runningRows }: Omit<BulkRun, 'workflow' | 'metadata'>,
  ended: number,
  now: Date,
): number | null {
  if (status !== 'RUNNING' || startedAt === null || ended === 0) return null;
  const seconds = (now.getTime() - startedAt.getTime()) / 1_000;
  return Math.ceil((seconds / ended) * (pendingRows + runningRows));
}
