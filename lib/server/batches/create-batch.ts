import { limits } from '@/lib/config/limits';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { findBatchFile } from '@/lib/server/batches/batch-files';
import { type Batch, findBatch, INVALID_FILE, readBatch } from '@/lib/server/batches/batch-view';
import { cancelBulkRun } from '@/lib/server/bulk/cancel-bulk-run';
import { assertNotExpired } from '@/lib/server/bulk/get-bulk-file';
import { runKey, runOfKey } from '@/lib/server/bulk/run-of-key';
import { insertBulkRun, type RunFault } from '@/lib/server/bulk/start-bulk-workflow';
import { badInput } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { batchStart } from '@/lib/validation/batches';
import type { BulkFile } from '@/prisma/generated/prisma/client';

/** The name of a batch's jobs, and so of the template that they count toward. */
const NAME = 'Chat batch';

/** Values of a call's headers. */
interface CallOptions {
  idempotencyKey: string | null;
  traceparent: string | null;
}

/**
 * Creates a batch over a file: its lines become jobs of one step, each when its turn comes. Over a file with faults, it
 * has failed at once.
 * @returns the batch; for a call with an idempotency key that the account has sent before, the earlier one
 * @throws AppError BAD_USER_INPUT, NOT_FOUND, BULK_FILE_EXPIRED, STORAGE_FULL; CONFLICT if the key was used for another
 *   batch
 */
export async function createBatch(
  ctx: WorkflowContext,
  viewer: Viewer,
  body: unknown,
  { idempotencyKey, traceparent }: CallOptions,
): Promise<Batch> {
  authorize(viewer, 'write');
  const { input_file_id: fileId, metadata } = parseInput(batchStart, body);
  if (idempotencyKey !== null && idempotencyKey.length > limits.idempotency.length)
    throw badInput({
      idempotencyKey: `An idempotency key has at most ${limits.idempotency.length} characters.`,
    });
  const key = runKey(viewer, idempotencyKey, body);
  // The file may have been deleted since.
  const earlier = key && (await runOfKey(ctx.db.prisma, ctx, key));
  if (earlier) return readBatch(ctx, viewer, earlier, 'admin:write');
  const file = await findBatchFile(ctx, viewer, fileId, 'admin:write');
  assertNotExpired(ctx, file);
  const { rowCount, badCount } = file;
  const id = await insertBulkRun(ctx, viewer, {
    ...{ id: newId(ctx, 'batch'), fileId, kind: 'CHAT_BATCH', name: NAME },
    ...{ concurrency: limits.bulkConcurrency.max, slots: 1, totalRows: rowCount + badCount },
    ...{ metadata, traceparent, key },
    // The workflow of a row is written from its line (fill-bulk-runs.ts).
    workflow: { name: NAME, variables: {}, steps: [] },
    rows: badCount > 0 ? faultOf(file) : { count: rowCount, skipped: [], tried: null },
  });
  return readBatch(ctx, viewer, id, 'write');
}

const faultOf = ({ badCount }: BulkFile): RunFault => ({
  code: INVALID_FILE,
  message: `${badCount === 1 ? '1 line' : `${badCount} lines`} of the file can't run. Retrieve the batch to read why.`,
});

/**
 * Cancels a batch: no further line begins, and those under way end as they would.
 * @throws AppError NOT_FOUND; CONFLICT if it has ended
 */
export async function cancelBatch(ctx: WorkflowContext, viewer: Viewer, id: string): Promise<Batch> {
  authorize(viewer, 'write');
  await findBatch(ctx, viewer, id, 'admin:write');
  await cancelBulkRun(ctx, viewer, id);
  return readBatch(ctx, viewer, id, 'write');
}
