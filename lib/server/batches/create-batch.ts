import { allows } from '@/lib/config/access';
import { limits } from '@/lib/config/limits';
import { storableJson } from '@/lib/rules/json';
import { authorize, refusal, type Viewer } from '@/lib/server/auth/viewer';
import { presentViewer } from '@/lib/server/auth/write-as';
import { findBatchFile } from '@/lib/server/batches/batch-files';
import { type Batch, findBatch, INVALID_FILE, readBatch } from '@/lib/server/batches/batch-view';
import { cancelBulkJob } from '@/lib/server/bulk/cancel-bulk-job';
import type { Queries } from '@/lib/server/database/database';
import { AppError, badInput, conflict } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import { changeStorage, readStorage, storageFull } from '@/lib/server/jobs/ledger/account-storage';
import { insertRows } from '@/lib/server/jobs/ledger/job-rows';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { hashOf, ownerOf, traceOf } from '@/lib/server/workflows/start-workflow';
import { batchStart } from '@/lib/validation/batches';
import type { BulkFile } from '@/prisma/generated/prisma/client';

/** The template that the jobs of batches count under. */
const NAME = 'Chat batch';
/** Bytes that a row of a run counts for. */
const ROW_BYTES = 128;

/** The headers of a call that are read. */
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
  if (idempotencyKey !== null && !(idempotencyKey.length <= limits.idempotency.length))
    throw badInput({
      idempotencyKey: `An idempotency key has at most ${limits.idempotency.length} characters.`,
    });
  const file = await findBatchFile(ctx, viewer, fileId, 'admin:write');
  if (file.expiresAt <= ctx.now())
    throw new AppError('BULK_FILE_EXPIRED', 'This file was uploaded more than 7 days ago. Upload it again.');
  const run = {
    id: newId(ctx, 'batch'),
    ...ownerOf(viewer),
    ...{ fileId, kind: 'CHAT_BATCH', name: NAME, concurrency: limits.bulkConcurrency.max, slots: 1 },
    ...(file.badCount > 0 ? failed(file, ctx.now()) : waiting(file)),
    costNanos: 0,
    createdAt: ctx.now(),
    traceparent: traceOf(traceparent),
    idempotencyKey,
    inputHash: idempotencyKey === null ? null : hashOf(body),
    metadata: metadata == null ? null : storableJson(metadata),
    // The workflow of a row is written from its line (fill-bulk-runs.ts).
    workflow: storableJson({ name: NAME, variables: {}, steps: [] }),
  };
  const storedBytes =
    Buffer.byteLength(run.workflow) + Buffer.byteLength(run.metadata ?? '') + run.pendingRows * ROW_BYTES;
  const id = await workflowsOf(ctx).worker.writer.change(viewer.accountId, async (tx) => {
    const present = await presentViewer(tx, viewer, ctx.now());
    if (!present || !allows(present, 'write')) throw refusal(present, 'write');
    const earlier = await batchOfKey(tx, ctx, run);
    if (earlier !== null) return earlier;
    const storage = await readStorage(tx, viewer.accountId);
    if (storage.storedBytes + storedBytes > storage.storageBytes) throw storageFull(storage, 'run');
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

/** The batch that the same call has created in the last 24 hours; an older one gives its key back. */
async function batchOfKey(
  tx: Queries,
  { now }: Pick<WorkflowContext, 'now'>,
  {
    accountId,
    idempotencyKey,
    inputHash,
  }: { accountId: string; idempotencyKey: string | null; inputHash: string | null },
): Promise<string | null> {
  if (idempotencyKey === null) return null;
  const earlier = await tx.bulkRun.findUnique({
    where: { accountId_idempotencyKey: { accountId, idempotencyKey } },
    select: { id: true, createdAt: true, inputHash: true },
  });
  if (!earlier) return null;
  if (now().getTime() - earlier.createdAt.getTime() >= limits.idempotency.lifetime) {
    await tx.bulkRun.update({ where: { id: earlier.id }, data: { idempotencyKey: null, inputHash: null } });
    return null;
  }
  if (earlier.inputHash === inputHash) return earlier.id;
  throw conflict('This idempotency key was used in your account for another run. Send a new key.');
}

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
