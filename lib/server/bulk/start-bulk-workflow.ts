import { allows } from '@/lib/config/access';
import { workflowLimits } from '@/lib/config/limits';
import { storableJson } from '@/lib/rules/json';
import { authorize, refusal, type Viewer } from '@/lib/server/auth/viewer';
import { presentViewer } from '@/lib/server/auth/write-as';
import { type BulkRunView, readRun } from '@/lib/server/bulk/views/bulk-run-view';
import { visibleRuns } from '@/lib/server/bulk/visible-runs';
import { AppError, notFound } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import { changeStorage, readStorage, storageFull } from '@/lib/server/jobs/ledger/account-storage';
import { insertRows } from '@/lib/server/jobs/ledger/job-rows';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import {
  invalidWorkflow,
  ownerOf,
  plan,
  type StartInput,
  slotsFor,
  traceOf,
} from '@/lib/server/workflows/start-workflow';
import { bulkStart } from '@/lib/validation/bulk';
import { workflowCall } from '@/lib/validation/workflows';
import { type BulkFile, type BulkFileRow, Prisma } from '@/prisma/generated/prisma/client';

/** Bytes that a row of a run counts for. */
const ROW_BYTES = 128;

/** A bulk run as a call sends it. */
export interface BulkStart {
  fileId: string;
  workflow: StartInput;
  concurrency?: number | null | undefined;
  stopAfterFailures?: number | null | undefined;
  /** US dollars. */
  stopAfterCost?: number | null | undefined;
  /** Rows that run first; the others wait until the run is continued. */
  tryRows?: number | null | undefined;
}

/**
 * Starts a workflow over the rows of a file: each row becomes a job when its turn comes.
 * @throws AppError WORKFLOW_INVALID with all faults; BAD_USER_INPUT, NOT_FOUND, BULK_FILE_EXPIRED, STORAGE_FULL
 */
export async function startBulkWorkflow(
  ctx: WorkflowContext,
  viewer: Viewer,
  { fileId, workflow: input, ...how }: BulkStart,
  options: { traceparent?: string | null | undefined; signal?: AbortSignal | undefined },
): Promise<BulkRunView> {
  authorize(viewer, 'write');
  const { concurrency, stopAfterFailures, stopAfterCost, tryRows } = parseInput(bulkStart, how);
  const { metadata } = parseInput(workflowCall, input);
  const file = await findFile(ctx, viewer, fileId);
  const { workflow, slots } = await planRows(ctx, viewer, input, { file, signal: options.signal });
  const tried = Math.min(tryRows ?? file.rowCount, file.rowCount);
  const run = {
    id: newId(ctx, 'bulkRun'),
    ...ownerOf(viewer),
    ...{ fileId, kind: 'WORKFLOW', name: workflow.name, status: 'QUEUED', concurrency, slots },
    stopAfterFailures: stopAfterFailures ?? null,
    stopAfterCost: stopAfterCost == null ? null : Math.round(stopAfterCost * 1e9),
    ...{ totalRows: file.rowCount, heldRows: file.rowCount - tried, pendingRows: tried, costNanos: 0 },
    createdAt: ctx.now(),
    traceparent: traceOf(options.traceparent),
    metadata: metadata == null ? null : storableJson(metadata),
    workflow: storableJson(workflow),
  };
  const storedBytes =
    Buffer.byteLength(run.workflow) + Buffer.byteLength(run.metadata ?? '') + file.rowCount * ROW_BYTES;
  await workflowsOf(ctx).worker.writer.change(viewer.accountId, async (tx) => {
    const present = await presentViewer(tx, viewer, ctx.now());
    if (!present || !allows(present, 'write')) throw refusal(present, 'write');
    const storage = await readStorage(tx, viewer.accountId);
    if (storage.storedBytes + storedBytes > storage.storageBytes) throw storageFull(storage, 'run');
    await insertRows(tx, 'BulkRun', [{ ...run, storedBytes }]);
    await tx.$executeRaw`
      INSERT INTO "BulkRow" ("runId", "position", "status")
      SELECT ${run.id}, "position", 'PENDING' FROM "BulkFileRow" WHERE "fileId" = ${fileId}`;
    if (tried < file.rowCount)
      await tx.$executeRaw`
        UPDATE "BulkRow" SET "status" = 'HELD' WHERE "runId" = ${run.id} AND "position" >= ${tried}`;
    await changeStorage(tx, viewer.accountId, storedBytes);
  });
  return readRun(ctx, viewer, run.id, 'write');
}

async function findFile(ctx: WorkflowContext, viewer: Viewer, id: string): Promise<BulkFile> {
  const file = await ctx.db.prisma.bulkFile.findFirst({
    where: { id, isReady: true, ...visibleRuns(viewer, 'admin:write') },
  });
  if (!file) throw notFound('Bulk file');
  if (file.expiresAt <= ctx.now())
    throw new AppError('BULK_FILE_EXPIRED', 'This file was uploaded more than 7 days ago. Upload it again.');
  return file;
}

/** The workflow of the rows, planned with the first of them; its variables are those of all rows. */
async function planRows(
  ctx: WorkflowContext,
  viewer: Viewer,
  input: StartInput,
  { file, signal }: { file: BulkFile; signal: AbortSignal | undefined },
) {
  const [first, longest] = await Promise.all([firstRow(ctx, file.id), longestRow(ctx, file.id)]);
  const given = parseInput(workflowCall, input).variables ?? {};
  const { workflow, waves } = await plan(
    ctx,
    viewer,
    { ...input, variables: { ...given, ...first } },
    { hasFile: false, signal },
  );
  const bytes = Buffer.byteLength(workflow.input) + Buffer.byteLength(JSON.stringify(given)) + longest.bytes;
  if (bytes > workflowLimits.inputBytes)
    throw invalidWorkflow([
      {
        path: 'workflow.input',
        code: 'INPUT_TOO_LARGE',
        message: `The input, the variables, and the row of line ${longest.line} together have more than 1 MiB.`,
      },
    ]);
  return {
    workflow: { ...workflow, variables: given },
    slots: slotsFor(workflow.steps.length, waves),
  };
}

async function firstRow({ db }: WorkflowContext, fileId: string): Promise<Record<string, unknown>> {
  const [row] = await db.sql<Pick<BulkFileRow, 'values'>>(Prisma.sql`
    SELECT "values" FROM "BulkFileRow" WHERE "fileId" = ${fileId} ORDER BY "position" LIMIT 1`);
  if (!row) throw new Error(`The bulk file ${fileId} has no rows.`);
  return JSON.parse(row.values);
}

async function longestRow({ db }: WorkflowContext, fileId: string): Promise<{ line: number; bytes: number }> {
  const [row] = await db.sql<{ line: number; bytes: number | bigint }>(Prisma.sql`
    SELECT "line", octet_length("values") AS "bytes" FROM "BulkFileRow" WHERE "fileId" = ${fileId}
    ORDER BY octet_length("values") DESC LIMIT 1`);
  return { line: row?.line ?? 0, bytes: Number(row?.bytes ?? 0) };
}
