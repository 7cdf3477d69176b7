import { storableJson } from '@/lib/rules/json';
import { nanosOfDollars } from '@/lib/rules/nano-dollars';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { reauthorize } from '@/lib/server/auth/write-as';
import type { BulkRunView } from '@/lib/server/bulk/views/bulk-run-view';
import type { Queries } from '@/lib/server/database/database';
import { newId } from '@/lib/server/ids';
import {
  changeStorage,
  readStorage,
  runRowBytes,
  storageFull,
} from '@/lib/server/jobs/ledger/account-storage';
import { insertRows, updateRows } from '@/lib/server/jobs/ledger/job-rows';
import { foldJobName } from '@/lib/server/jobs/ledger/job-search';
import {
  bytesOfMessages,
  type RunCallback,
  storedCallbacks,
} from '@/lib/server/jobs/ledger/report-bulk-runs';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { ownerOf, traceOf } from '@/lib/server/workflows/accept-job';
import { workflowCall } from '@/lib/validation/workflows';
import { type BulkRun, Prisma } from '@/prisma/generated/prisma/client';
import { assertUsable, findFile } from './get-bulk-file';
import { readRun } from './get-bulk-run';
import { type BulkStart, planRows } from './plan-rows';
import { type RunKey, releaseKey, runKey, runOfKey } from './run-of-key';

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
    stopAfterCost: how.stopAfterCost == null ? null : nanosOfDollars(how.stopAfterCost),
    estimateNanos: estimate.estimatedCost === null ? null : Math.round(estimate.estimatedCost),
    ...{ callbacks: how.callbacks, metadata, workflow, traceparent: options.traceparent, key },
    rows: { count: file.rowCount, skipped, tried },
  });
  return readRun(ctx, viewer, id, 'write');
}

/** A run that is to be stored. Missing fields are null or 0. */
interface NewBulkRun
  extends Pick<BulkRun, 'id' | 'fileId' | 'kind' | 'name' | 'concurrency' | 'slots' | 'totalRows'>,
    Partial<Pick<BulkRun, 'stopAfterFailures' | 'onlyIf'>> {
  /** Nano-dollars. */
  stopAfterCost?: number | null;
  estimateNanos?: number | null;
  callbacks?: readonly RunCallback[];
  metadata: unknown;
  /** The planned workflow of each row. */
  workflow: object;
  /** The header of its call. */
  traceparent: string | null | undefined;
  key: RunKey | null;
  rows: RunRows | RunFault;
}

/** The rows that a run takes, of all those of its file. */
interface RunRows {
  /** How many the file has. */
  count: number;
  /** Positions of rows that don't run. */
  skipped: readonly number[];
  /** Positions of the rows that run first; null if none wait for them. */
  tried: readonly number[] | null;
}

/** Why a run has failed at once, without rows. */
export interface RunFault {
  code: string;
  message: string;
}

/**
 * Stores a run with the places of its rows, and starts the first ones.
 * @returns its id; if a call with the same key has stored one since, the id of that
 * @throws AppError BULK_FILE_EXPIRED, STORAGE_FULL; CONFLICT if the key was used for another input; UNAUTHENTICATED or
 *   FORBIDDEN if the viewer no longer has the access
 */
export function insertBulkRun(ctx: WorkflowContext, viewer: Viewer, run: NewBulkRun): Promise<string> {
  const { id, fileId, key, rows } = run;
  const { storedBytes, ...columns } = columnsOf(ctx, viewer, run);
  return workflowsOf(ctx).worker.writer.change(viewer.accountId, async (tx) => {
    const present = await reauthorize(tx, ctx, viewer, 'write');
    const same = key && (await runOfKey(tx, ctx, key));
    if (same) return same;
    await assertUsable(tx, ctx, fileId);
    const storage = await readStorage(tx, viewer.accountId);
    if (storage.storedBytes + storedBytes > storage.storageBytes) throw storageFull(storage, 'run');
    if (key) await releaseKey(tx, key);
    await insertRows(tx, 'BulkRun', [{ ...columns, storedBytes }]);
    if ('count' in rows) await placeRows(tx, run, rows);
    await changeStorage(tx, viewer.accountId, storedBytes);
    await recordAudit(tx, ctx, {
      ...{ action: 'bulk_run.start', actor: present, accountId: viewer.accountId, entityId: id },
      details: { name: run.name, rows: run.totalRows },
    });
    return id;
  });
}

function columnsOf(ctx: WorkflowContext, viewer: Viewer, { rows, key, callbacks = [], ...run }: NewBulkRun) {
  const workflow = storableJson(run.workflow);
  const metadata = run.metadata == null ? null : storableJson(run.metadata);
  const texts = [workflow, metadata, run.onlyIf].reduce(
    (sum, text) => sum + Buffer.byteLength(text ?? ''),
    0,
  );
  return {
    ...run,
    ...ownerOf(viewer),
    ...('count' in rows ? waiting(rows) : failed(rows, ctx.now())),
    ...{ workflow, metadata, callbacks: storedCallbacks(callbacks), costNanos: 0, createdAt: ctx.now() },
    searchName: foldJobName(run.name),
    ...{ idempotencyKey: key?.idempotencyKey ?? null, inputHash: key?.inputHash ?? null },
    traceparent: traceOf(run.traceparent),
    storedBytes: texts + bytesOfMessages(callbacks) + ('count' in rows ? rows.count * runRowBytes : 0),
  };
}

const failed = ({ code, message }: RunFault, now: Date) => ({
  ...{ status: 'FAILED', pendingRows: 0, finishedAt: now, errorCode: code, errorMessage: message },
});

function waiting({ count, skipped, tried }: RunRows) {
  const running = count - skipped.length;
  const pendingRows = tried?.length ?? running;
  return {
    ...{ status: 'QUEUED', pendingRows, heldRows: running - pendingRows },
    ...{ skippedRows: skipped.length, paceRows: skipped.length },
  };
}

async function placeRows(
  tx: Queries,
  { id: runId, fileId }: Pick<NewBulkRun, 'id' | 'fileId'>,
  { skipped, tried }: RunRows,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "BulkRow" ("runId", "position", "status")
    SELECT ${runId}, "position", ${tried ? Prisma.sql`'HELD'` : Prisma.sql`'PENDING'`} FROM "BulkFileRow" WHERE "fileId" = ${fileId}`;
  const withStatus = (status: 'SKIPPED' | 'PENDING', positions: readonly number[]) =>
    positions.map((position) => ({ runId, position, status }));
  await updateRows(
    tx,
    'BulkRow',
    ['runId', 'position'],
    [...withStatus('SKIPPED', skipped), ...withStatus('PENDING', tried ?? [])],
  );
}
