import { setTimeout as sleep } from 'node:timers/promises';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { readRun } from '@/lib/server/bulk/get-bulk-run';
import type { BulkRunView } from '@/lib/server/bulk/views/bulk-run-view';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import type { BulkStatus } from '@/prisma/generated/prisma/client';

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
