import { limits } from '@/lib/config/limits';
import { storableJson } from '@/lib/rules/json';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { reauthorize } from '@/lib/server/auth/write-as';
import { findBatchFile } from '@/lib/server/batches/batch-files';
import { type Batch, findBatch, INVALID_FILE, readBatch } from '@/lib/server/batches/batch-view';
import { cancelBulkJob } from '@/lib/server/bulk/cancel-bulk-job';
import { assertNotExpired, assertUsable } from '@/lib/server/bulk/get-bulk-file';
import { releaseKey, runKey, runOfKey } from '@/lib/server/bulk/run-of-key';
import { badInput } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import {
  changeStorage,
  readStorage,
  runRowBytes,
  storageFull,
} from '@/lib/server/jobs/ledger/account-storage';
import { insertRows } from '@/lib/server/jobs/ledger/job-rows';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { ownerOf, traceOf } from '@/lib/server/workflows/start-workflow';
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
  const file = await findBatchFile(ctx, viewer, fileId, 'admin:write');
  assertNotExpired(ctx, file);
  const key = runKey(viewer, idempotencyKey, body);
  const run = {
    id: newId(ctx, 'batch'),
    ...ownerOf(viewer),
    ...{ fileId, kind: 'CHAT_BATCH', name: NAME, concurrency: limits.bulkConcurrency.max, slots: 1 },
    ...(file.badCount > 0 ? failed(file, ctx.now()) : waiting(file)),
    costNanos: 0,
    createdAt: ctx.now(),
    traceparent: traceOf(traceparent),
    idempotencyKey,
    inputHash: key?.inputHash ?? null,
    metadata: metadata == null ? null : storableJson(metadata),
    // The workflow of a row is written from its line (fill-bulk-runs.ts).
    workflow: storableJson({ name: NAME, variables: {}, steps: [] }),
  };
  const storedBytes =
    Buffer.byteLength(run.workflow) + Buffer.byteLength(run.metadata ?? '') + run.pendingRows * runRowBytes;
  const id = await workflowsOf(ctx).worker.writer.change(viewer.accountId, async (tx) => {
    await reauthorize(tx, ctx, viewer, 'write');
    const earlier = key && (await runOfKey(tx, ctx, key));
    if (earlier) return earlier;
    await assertUsable(tx, ctx, fileId);
    const storage = await readStorage(tx, viewer.accountId);
    if (storage.storedBytes + storedBytes > storage.storageBytes) throw storageFull(storage, 'run');
    if (key) await releaseKey(tx, key);
    await insertRows(tx, 'BulkRun', [{ ...run, storedBytes }]);
    if (run.pendingRows > 0)
      await tx.$executeRaw`
        INSERT INTO "BulkRow" ("runId", "position", "status")
        SELECT ${run.id}, "position", 'PENDING' FROM "BulkFileRow" WHERE "fileId" = ${fileId}`;
    await changeStorage(tx, viewer.accountId, storedBytes);
    return run.id;
  });
  return readBatch(ctx, viewer, id, 'write');
}

const waiting = ({ rowCount }: BulkFile) => ({
  ...{ status: 'QUEUED', totalRows: rowCount, pendingRows: rowCount },
  ...{ errorCode: null, errorMessage: null, finishedAt: null },
});

const failed = ({ rowCount, badCount }: BulkFile, now: Date) => ({
  ...{ status: 'FAILED', totalRows: rowCount + badCount, pendingRows: 0, finishedAt: now },
  errorCode: INVALID_FILE,
  errorMessage: `${badCount === 1 ? '1 line' : `${badCount} lines`} of the file can't run. Retrieve the batch to read why.`,
});

/**
 * Cancels a batch: no further line begins, and those under way end as they would.
 * @throws AppError NOT_FOUND; CONFLICT if it has ended
 */
export async function cancelBatch(ctx: WorkflowContext, viewer: Viewer, id: string): Promise<Batch> {
  authorize(viewer, 'write');
  await findBatch(ctx, viewer, id, 'admin:write');
  await cancelBulkJob(ctx, viewer, id);
  return readBatch(ctx, viewer, id, 'write');
}
