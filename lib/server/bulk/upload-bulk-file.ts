import { limits } from '@/lib/config/limits';
import type { UploadedSheet } from '@/lib/engine/bulk/read-sheet';
import { SheetProblem } from '@/lib/engine/bulk/sheet';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { inParts } from '@/lib/server/bulk/in-parts';
import { type BulkFileView, bulkFileView } from '@/lib/server/bulk/views/bulk-file-view';
import { AppError, fileTooLarge } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import { changeStorage, readStorage, storageFull } from '@/lib/server/jobs/ledger/account-storage';
import { insertRows } from '@/lib/server/jobs/ledger/job-rows';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { fileName } from '@/lib/server/workflows/read-upload';
import { bulkUpload } from '@/lib/validation/bulk';

/** Bytes that a row counts for in addition to its values. */
const ROW_BYTES = 128;
/** Characters of rows that are stored in about the time that another write takes. */
const PER_WRITE = 256 * 1024;

interface Upload {
  file: { announcedBytes: number; read(): Promise<File> };
  sheet?: string | null | undefined;
  keyColumn?: string | null | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Reads a file of rows whole, and stores its rows. Of a file that is refused, nothing is stored.
 * @throws AppError FILE_TOO_LARGE, BULK_FILE_UNSUPPORTED, BULK_FILE_UNREADABLE, BULK_TOO_MANY_ROWS, STORAGE_FULL;
 *   RATE_LIMITED if too many files of the account wait for their turn
 */
export async function uploadBulkFile(
  ctx: WorkflowContext,
  viewer: Viewer,
  { file: upload, signal, ...options }: Upload,
): Promise<BulkFileView> {
  authorize(viewer, 'write');
  const { sheet: sheetName, keyColumn } = parseInput(bulkUpload, options);
  const file = await upload.read();
  if (file.size > limits.bulkFile.bytes) throw fileTooLarge('bulk file');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sheet = await read(ctx, viewer, bytes, { sheet: sheetName, keyColumn, signal });
  const stored = { id: newId(ctx, 'bulkFile'), name: fileName(file), size: file.size };
  return storeBulkFile(ctx, viewer, stored, { ...sheet, badCount: sheet.badRows.length });
}

async function read(
  ctx: WorkflowContext,
  { accountId }: Viewer,
  bytes: Uint8Array,
  {
    signal = new AbortController().signal,
    ...options
  }: { sheet: string | undefined; keyColumn: string | undefined; signal: AbortSignal | undefined },
): Promise<UploadedSheet> {
  try {
    return await workflowsOf(ctx).engine.textWorker.readSheet(bytes, options, { accountId, signal });
  } catch (error) {
    if (error instanceof SheetProblem) throw new AppError(error.code, error.message);
    throw error;
  }
}

/**
 * Stores a file in several short transactions. It's readable after the last one; retention removes interrupted uploads.
 * @param sheet.badCount of all its bad rows, which `badRows` may name in part
 * @throws AppError STORAGE_FULL
 */
export async function storeBulkFile(
  ctx: WorkflowContext,
  viewer: Viewer,
  { id, name, size }: Pick<BulkFileView, 'id' | 'name'> & { size: number },
  { format, encoding, columns, rows, badRows, badCount }: UploadedSheet & { badCount: number },
): Promise<BulkFileView> {
  const now = ctx.now();
  const { accountId, user } = viewer;
  const file = {
    id,
    ...{ accountId, userId: user.id, name, size, format, encoding },
    columns: JSON.stringify(columns),
    rowCount: rows.length,
    badRows: JSON.stringify(badRows),
    badCount,
    createdAt: now,
    expiresAt: new Date(now.getTime() + limits.bulkFile.lifetime),
  };
  const texts = [file.columns, file.badRows, ...rows.map(({ values }) => values)];
  const storedBytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), rows.length * ROW_BYTES);
  await writeAs(ctx, viewer, 'write', async (tx) => {
    const storage = await readStorage(tx, accountId);
    if (storage.storedBytes + storedBytes > storage.storageBytes) throw storageFull(storage, 'file');
    await insertRows(tx, 'BulkFile', [{ ...file, storedBytes, isReady: false }]);
    await changeStorage(tx, accountId, storedBytes);
  });
  const options = { accountId, priority: 'background' } as const;
  const placed = rows.map(({ line, values }, position) => ({ fileId: id, position, line, values }));
  for (const part of inParts(placed, ({ values }) => values.length + ROW_BYTES, PER_WRITE))
    await ctx.db.writeRows((tx) => insertRows(tx, 'BulkFileRow', part), options);
  await ctx.db.writeRows(async (tx) => {
    await tx.$executeRaw`UPDATE "BulkFile" SET "isReady" = true WHERE "id" = ${id}`;
    await recordAudit(tx, ctx, {
      ...{ action: 'bulk_file.upload', actor: viewer, accountId, entityId: id },
      details: { name, rows: rows.length, bytes: size },
    });
  }, options);
  return bulkFileView(ctx, file);
}
