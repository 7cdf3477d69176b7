import type { Access } from '@/lib/config/access';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { findResults, readResultFile, resultFileOf, resultLines } from '@/lib/server/batches/batch-results';
import { type BatchFile, type ListOf, listOf, seconds } from '@/lib/server/batches/openai-objects';
import { visibleRuns } from '@/lib/server/bulk/get-bulk-run';
import type { BulkFileView } from '@/lib/server/bulk/views/bulk-file-view';
import { badInput, conflict, notFound } from '@/lib/server/errors';
import { idPrefixes } from '@/lib/server/ids';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { turns } from '@/lib/server/runtime/fair-turns';
import { batchFilePage } from '@/lib/validation/batches';
import { type BulkFile, type BulkFileRow, Prisma } from '@/prisma/generated/prisma/client';

/** A file that was uploaded for batches. */
export const batchFile = ({
  id,
  name,
  size,
  createdAt,
  expiresAt,
}: Pick<BulkFileView, 'id' | 'name' | 'createdAt' | 'expiresAt'> & { size: number }): BatchFile => ({
  ...{ id, object: 'file', bytes: size, created_at: seconds(createdAt), expires_at: seconds(expiresAt) },
  ...{ filename: name, purpose: 'batch', status: 'processed' },
});

/** Rows of a file's content that are read at once, and about how many bytes of them. */
const ROWS_AT_ONCE = 200;
const BYTES_AT_ONCE = 256 * 1024;

/** Which of the batches' files a viewer may read, or change with other access. */
const visibleFiles = (...viewer: Parameters<typeof visibleRuns>) => ({
  ...visibleRuns(...viewer),
  ...{ isReady: true, rowsDeleted: false },
  id: { startsWith: `${idPrefixes.batchFile}_` },
});

/** A file of a batch: an uploaded file, or the results of a batch that has ended. @throws AppError NOT_FOUND */
export async function getBatchFile(ctx: ServerContext, viewer: Viewer, id: string): Promise<BatchFile> {
  authorize(viewer, 'read');
  return resultFileOf(id) ? readResultFile(ctx, viewer, id) : batchFile(await findBatchFile(ctx, viewer, id));
}

/** The lines of a file, each as it is read. @throws AppError NOT_FOUND */
export async function readBatchFile(
  ctx: ServerContext,
  viewer: Viewer,
  id: string,
): Promise<AsyncGenerator<Uint8Array>> {
  authorize(viewer, 'read');
  return resultFileOf(id) ? resultLines(ctx, viewer, id) : lines(ctx, await findBatchFile(ctx, viewer, id));
}

/** Uploaded files, by their age. @throws AppError BAD_USER_INPUT for a cursor that is no such file */
export async function listBatchFiles(
  ctx: ServerContext,
  viewer: Viewer,
  query: unknown,
): Promise<ListOf<BatchFile>> {
  authorize(viewer, 'read');
  const { limit, after, order, purpose = 'batch' } = parseInput(batchFilePage, query);
  if (purpose !== 'batch') return listOf<BatchFile>([], limit);
  const where = visibleFiles(viewer);
  const cursor = after
    ? await ctx.db.prisma.bulkFile.findFirst({ where: { AND: [where, { id: after }] }, select: { id: true } })
    : null;
  if (after && !cursor) throw badInput({ after: 'after names no file.' });
  const found = await ctx.db.prisma.bulkFile.findMany({
    where,
    omit: { columns: true, badRows: true },
    orderBy: [{ createdAt: order }, { id: order }],
    ...(cursor && { cursor, skip: 1 }),
    take: limit + 1,
  });
  return listOf(found.map(batchFile), limit);
}

/**
 * Deletes an uploaded file: no batch can be created over it anymore. Earlier batches keep its lines as long as the plan
 * does.
 * @throws AppError NOT_FOUND; CONFLICT for the results of a batch
 */
export async function deleteBatchFile(ctx: ServerContext, viewer: Viewer, id: string) {
  authorize(viewer, 'write');
  if (resultFileOf(id)) {
    await findResults(ctx, viewer, id);
    throw conflict(
      'The results of a batch are kept as long as its jobs. Only uploaded files can be deleted.',
    );
  }
  await writeAs(ctx, viewer, 'write', async (tx, present) => {
    const file = await tx.bulkFile.findFirst({
      where: { AND: [visibleFiles(present, 'admin:write'), { id }] },
      select: { accountId: true, name: true },
    });
    if (!file) throw notFound('File');
    // Retention removes it like an interrupted upload.
    await tx.bulkFile.update({ where: { id }, data: { isReady: false, expiresAt: ctx.now() } });
    await recordAudit(tx, ctx, {
      ...{ action: 'bulk_file.delete', actor: present, accountId: file.accountId, entityId: id },
      details: { name: file.name },
    });
  });
  return { id, object: 'file' as const, deleted: true };
}

/** An uploaded file of batches. @throws AppError NOT_FOUND */
export async function findBatchFile(
  ctx: Pick<ServerContext, 'db'>,
  viewer: Viewer,
  id: string,
  accountWide?: Access,
): Promise<BulkFile> {
  const file = await ctx.db.prisma.bulkFile.findFirst({
    where: { AND: [visibleFiles(viewer, accountWide), { id }] },
  });
  if (!file) throw notFound('File');
  return file;
}

async function* lines(
  { db }: Pick<ServerContext, 'db'>,
  { id, accountId }: Pick<BulkFile, 'id' | 'accountId'>,
): AsyncGenerator<Uint8Array> {
  for (let last = -1; ; ) {
    await turns.begin(accountId);
    const sizes = await db.sql<{ position: number; bytes: number | bigint }>(Prisma.sql`
      SELECT "position", octet_length("values") AS "bytes" FROM "BulkFileRow"
      WHERE "fileId" = ${id} AND "position" > ${last} ORDER BY "position" LIMIT ${ROWS_AT_ONCE}`);
    const first = last + 1;
    for (let bytes = 0; sizes.length > 0 && bytes < BYTES_AT_ONCE; ) {
      const row = sizes.shift();
      last = row?.position ?? last;
      bytes += Number(row?.bytes ?? 0);
    }
    if (last < first) return;
    const rows = await db.sql<Pick<BulkFileRow, 'values'>>(Prisma.sql`
      SELECT "values" FROM "BulkFileRow"
      WHERE "fileId" = ${id} AND "position" BETWEEN ${first} AND ${last} ORDER BY "position"`);
    yield Buffer.from(rows.map(({ values }) => `${values}\n`).join(''));
  }
}
