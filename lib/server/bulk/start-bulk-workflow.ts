import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { reauthorize } from '@/lib/server/auth/write-as';
import { findFile } from '@/lib/server/bulk/get-bulk-file';
import { readRun } from '@/lib/server/bulk/get-bulk-run';
import { insertBulkRun } from '@/lib/server/bulk/insert-bulk-run';
import { type BulkStart, planRows } from '@/lib/server/bulk/plan-rows';
import { runKey, runOfKey } from '@/lib/server/bulk/run-of-key';
import type { BulkRunView } from '@/lib/server/bulk/views/bulk-run-view';
import { newId } from '@/lib/server/ids';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { workflowCall } from '@/lib/validation/workflows';

interface StartOptions {
  idempotencyKey?: string | null | undefined;
  traceparent?: string | null | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Starts a workflow over the rows of a file: each row becomes a job when its turn comes.
 * @returns the run; for a call with an idempotency key that was sent before, the earlier one as it is
 * @throws AppError WORKFLOW_INVALID with all faults; BAD_USER_INPUT, NOT_FOUND, BULK_FILE_EXPIRED, STORAGE_FULL;
 *   CONFLICT if the key was used for another input
 */
export async function startBulkWorkflow(
  ctx: WorkflowContext,
  viewer: Viewer,
  input: BulkStart,
  options: StartOptions,
): Promise<BulkRunView> {
  authorize(viewer, 'write');
  const { idempotencyKey = null } = parseInput(workflowCall, options);
  const key = runKey(viewer, idempotencyKey, input);
  const earlier = key && (await runOfKey(ctx.db.prisma, ctx, key));
  if (earlier) return readRun(ctx, viewer, earlier, 'write');
  const present = await reauthorize(ctx.db.prisma, ctx, viewer, 'write');
  const file = await findFile(ctx, present, input.fileId, 'admin:write');
  const planned = await planRows(ctx, viewer, file, { ...input, signal: options.signal });
  const { how, workflow, slots, skipped, tried, estimate, metadata } = planned;
  const id = await insertBulkRun(ctx, viewer, {
    ...{ id: newId(ctx, 'bulkRun'), fileId: file.id, kind: 'WORKFLOW', name: workflow.name },
    ...{ concurrency: how.concurrency, slots, totalRows: file.rowCount, onlyIf: how.onlyIf },
    stopAfterFailures: how.stopAfterFailures ?? null,
    stopAfterCost: how.stopAfterCost == null ? null : Math.round(how.stopAfterCost * 1e9),
    estimateNanos: estimate.estimatedCost === null ? null : Math.round(estimate.estimatedCost),
    ...{ callbacks: how.callbacks, metadata, workflow, traceparent: options.traceparent, key },
    rows: { count: file.rowCount, skipped, tried },
  });
  return readRun(ctx, viewer, id, 'write');
}
