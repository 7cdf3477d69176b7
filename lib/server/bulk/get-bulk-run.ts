import { setTimeout as sleep } from 'node:timers/promises';
import type { Access } from '@/lib/config/access';
import { authorize, type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import { reauthorize } from '@/lib/server/auth/write-as';
import { type BulkRunView, bulkRunView, runColumns } from '@/lib/server/bulk/views/bulk-run-view';
import type { Queries } from '@/lib/server/database/database';
import { notFound } from '@/lib/server/errors';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { BulkRun, BulkStatus } from '@/prisma/generated/prisma/client';

/**
 * Which runs and files a viewer may see or change: their own, or for an admin all of the account.
 * @param accountWide the access required for another user's
 */
export const visibleRuns = (viewer: Viewer, accountWide?: Access) => visibleJobs(viewer, accountWide);

/**
 * A run that the viewer may change, and the viewer as read again in the transaction of the change.
 * @throws AppError NOT_FOUND, UNAUTHENTICATED, FORBIDDEN
 */
export async function runForWrite(
  tx: Queries,
  ctx: Pick<ServerContext, 'now'>,
  viewer: Viewer,
  id: string,
): Promise<{ run: Omit<BulkRun, 'workflow'>; present: Viewer }> {
  const present = await reauthorize(tx, ctx, viewer, 'write');
  const run = await tx.bulkRun.findFirst({
    where: { id, ...visibleRuns(present, 'admin:write') },
    omit: { workflow: true },
  });
  if (!run) throw notFound('Bulk job');
  return { run, present };
}

/**
 * A bulk run, as it is now.
 * @throws AppError NOT_FOUND, alike for an unknown id, a colleague's run and another account's
 */
export async function getBulkRun(ctx: ServerContext, viewer: Viewer, id: string): Promise<BulkRunView> {
  authorize(viewer, 'read');
  return readRun(ctx, viewer, id);
}

/**
 * The same for a caller that has just started or changed the run, which needs no other access.
 * @param accountWide the access required for another user's run
 */
export async function readRun(
  ctx: Pick<ServerContext, 'db' | 'now'>,
  viewer: Viewer,
  id: string,
  accountWide: Access = 'admin:read',
): Promise<BulkRunView> {
  const run = await ctx.db.prisma.bulkRun.findFirst({
    where: { id, ...visibleRuns(viewer, accountWide) },
    omit: runColumns,
  });
  if (!run) throw notFound('Bulk job');
  return bulkRunView(run, ctx.now());
}

/** How often (ms) a run is read. Its rows end in other processes too, which don't signal each row. */
const POLL_MS = 1_000;

const endedStatuses: readonly BulkStatus[] = [
  'TRIED',
  'STOPPED',
  'CANCELED',
  'COMPLETED',
  'COMPLETED_WITH_FAILURES',
  'FAILED',
];

/**
 * A run as it is, then again as its counts change, until no row of it runs or waits, or this process ends.
 * @param signal aborted once the caller has left
 * @throws AppError NOT_FOUND, before the first one, or once the caller may no longer see it
 */
export async function bulkRunUpdates(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<BulkRunView>> {
  authorize(viewer, 'read');
  return follow(ctx, viewer, { id, signal, first: await readRun(ctx, viewer, id) });
}

async function* follow(
  ctx: WorkflowContext,
  viewer: Viewer,
  { id, signal, first }: { id: string; signal: AbortSignal; first: BulkRunView },
): AsyncGenerator<BulkRunView> {
  let sent = '';
  for (let run = first; !signal.aborted; run = await readRun(ctx, viewer, id)) {
    const isLast =
      (endedStatuses.includes(run.status) && run.runningRows === 0) || workflowsOf(ctx).worker.isStopping;
    const state = stateOf(run);
    if (isLast || state !== sent) yield run;
    if (isLast) return;
    sent = state;
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
  }
}

const stateOf = ({ status, heldRows, pendingRows, runningRows, costNanos }: BulkRunView): string =>
  JSON.stringify([status, heldRows, pendingRows, runningRows, costNanos]);
