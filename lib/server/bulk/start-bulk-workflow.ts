import { checkCallbacks } from '@/lib/engine/planning/plan-workflow';
import { storableJson } from '@/lib/rules/json';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { reauthorize } from '@/lib/server/auth/write-as';
import { checkFileRows } from '@/lib/server/bulk/check-file-rows';
import { estimateRows, type RowToRun } from '@/lib/server/bulk/estimate-rows';
import { assertNotExpired, assertUsable, findFile } from '@/lib/server/bulk/get-bulk-file';
import { readRun } from '@/lib/server/bulk/get-bulk-job';
import { bytesOfMessages, storedCallbacks } from '@/lib/server/bulk/run-callbacks';
import { releaseKey, runKey, runOfKey } from '@/lib/server/bulk/run-of-key';
import type { BulkRunView } from '@/lib/server/bulk/views/bulk-run-view';
import { badInput } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import {
  changeStorage,
  readStorage,
  runRowBytes,
  storageFull,
} from '@/lib/server/jobs/ledger/account-storage';
import { insertRows, updateRows } from '@/lib/server/jobs/ledger/job-rows';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import {
  callerOf,
  checkCallbackReach,
  invalidWorkflow,
  ownerOf,
  plan,
  type StartInput,
  slotsFor,
  traceOf,
} from '@/lib/server/workflows/start-workflow';
import { type BulkHow, bulkStart } from '@/lib/validation/bulk';
import { workflowCall } from '@/lib/validation/workflows';
import { type BulkFile, Prisma } from '@/prisma/generated/prisma/client';

/** A bulk run as a call sends it. */
export interface BulkStart extends BulkHow {
  fileId: string;
  workflow: StartInput;
}

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
  const { how, workflow, slots, toRun, skipped, estimate, metadata } = planned;
  const tried = rowsToTry(how, toRun);
  const pending = tried?.length ?? toRun.length;
  const run = {
    id: newId(ctx, 'bulkRun'),
    ...ownerOf(viewer),
    ...{ fileId: file.id, kind: 'WORKFLOW', name: workflow.name, status: 'QUEUED' },
    ...{ concurrency: how.concurrency, slots },
    stopAfterFailures: how.stopAfterFailures ?? null,
    stopAfterCost: how.stopAfterCost == null ? null : Math.round(how.stopAfterCost * 1e9),
    ...{ totalRows: file.rowCount, heldRows: toRun.length - pending, pendingRows: pending },
    ...{ skippedRows: skipped.length, paceRows: skipped.length, costNanos: 0 },
    estimateNanos: estimate.estimatedCost === null ? null : Math.round(estimate.estimatedCost),
    createdAt: ctx.now(),
    ...{ idempotencyKey, inputHash: key?.inputHash ?? null, onlyIf: how.onlyIf },
    traceparent: traceOf(options.traceparent),
    callbacks: storedCallbacks(how.callbacks),
    metadata: metadata == null ? null : storableJson(metadata),
    workflow: storableJson(workflow),
  };
  const storedBytes =
    Buffer.byteLength(run.workflow) +
    Buffer.byteLength(run.metadata ?? '') +
    Buffer.byteLength(run.onlyIf ?? '') +
    bytesOfMessages(how.callbacks) +
    file.rowCount * runRowBytes;
  const id = await workflowsOf(ctx).worker.writer.change(viewer.accountId, async (tx) => {
    await reauthorize(tx, ctx, viewer, 'write');
    // Since the first look, the same call may have been sent again.
    const same = key && (await runOfKey(tx, ctx, key));
    if (same) return same;
    await assertUsable(tx, ctx, file.id);
    const storage = await readStorage(tx, viewer.accountId);
    if (storage.storedBytes + storedBytes > storage.storageBytes) throw storageFull(storage, 'run');
    if (key) await releaseKey(tx, key);
    await insertRows(tx, 'BulkRun', [{ ...run, storedBytes }]);
    await tx.$executeRaw`
      INSERT INTO "BulkRow" ("runId", "position", "status")
      SELECT ${run.id}, "position", ${tried ? Prisma.sql`'HELD'` : Prisma.sql`'PENDING'`} FROM "BulkFileRow" WHERE "fileId" = ${file.id}`;
    await updateRows(
      tx,
      'BulkRow',
      ['runId', 'position'],
      [...withStatus(run.id, 'SKIPPED', skipped), ...withStatus(run.id, 'PENDING', tried ?? [])],
    );
    await changeStorage(tx, viewer.accountId, storedBytes);
    return run.id;
  });
  return readRun(ctx, viewer, id, 'write');
}

/**
 * The rows of a start, checked and estimated.
 * @throws AppError as startBulkWorkflow
 */
export async function planRows(
  ctx: WorkflowContext,
  viewer: Viewer,
  file: BulkFile,
  { workflow: input, signal, ...rest }: BulkStart & { signal?: AbortSignal | undefined },
) {
  const how = parseInput(bulkStart, rest);
  const { metadata, variables } = parseInput(workflowCall, input);
  assertNotExpired(ctx, file);
  const faults = [...checkCallbacks(how.callbacks, 'bulk job'), ...checkCallbackReach(ctx, how.callbacks)];
  if (faults.length > 0) throw invalidWorkflow(faults);
  const { workflow, waves } = await plan(
    ctx,
    viewer,
    { ...input, variables: variables ?? {} },
    { hasFile: false, signal },
  );
  const checked = await checkFileRows(ctx, file, { workflow, onlyIf: how.onlyIf }, callerOf(viewer, signal));
  const { engine } = workflowsOf(ctx);
  const own = { ...engine, breakers: engine.breakers.of(viewer.accountId) };
  return {
    ...{ how, workflow, metadata, ...checked },
    slots: slotsFor(workflow.steps.length, waves),
    estimate: await estimateRows(checked.toRun, workflow, waves, own),
  };
}

/**
 * The positions of the rows to try first; null if all rows run.
 * @throws AppError BAD_USER_INPUT for lines that don't run
 */
function rowsToTry(
  { tryRows, trySelection, tryLines }: Awaited<ReturnType<typeof planRows>>['how'],
  toRun: readonly RowToRun[],
): number[] | null {
  if (tryLines != null) {
    const byLine = new Map(toRun.map(({ line, position }) => [line, position]));
    const unknown = tryLines.filter((line) => !byLine.has(line));
    if (unknown.length > 0)
      throw badInput({
        tryLines: `No row runs on ${unknown.length === 1 ? 'line' : 'lines'} ${unknown.join(', ')}.`,
      });
    return [...new Set(tryLines)].flatMap((line) => byLine.get(line) ?? []);
  }
  if (tryRows == null) return null;
  const count = Math.min(tryRows, toRun.length);
  const step = trySelection === 'SPREAD' ? toRun.length / count : 1;
  return Array.from({ length: count }, (_, index) => toRun[Math.floor(index * step)]?.position ?? 0);
}

const withStatus = (runId: string, status: 'SKIPPED' | 'PENDING', positions: readonly number[]) =>
  positions.map((position) => ({ runId, position, status }));
