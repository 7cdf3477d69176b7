import type { Access } from '@/lib/config/access';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { type BulkFileView, bulkFileView, fileTexts } from '@/lib/server/bulk/views/bulk-file-view';
import type { Queries } from '@/lib/server/database/database';
import { AppError, notFound } from '@/lib/server/errors';
import { listPage, newestFirst, placeColumns, wherePlace } from '@/lib/server/list-page';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Page } from '@/lib/validation/lists';
import type { BulkFile } from '@/prisma/generated/prisma/client';
import { visibleRuns } from './get-bulk-run';

/** An uploaded file. @throws AppError NOT_FOUND */
export async function getBulkFile(ctx: ServerContext, viewer: Viewer, id: string): Promise<BulkFileView> {
  authorize(viewer, 'read');
  return bulkFileView(ctx, await findFile(ctx, viewer, id, 'admin:read'));
}

/** The file of a run that the caller may see, also if another user uploaded it: the run's rows show it, too. */
export async function fileOfRun(ctx: ServerContext, id: string): Promise<BulkFileView> {
  const { prisma } = ctx.db;
  return bulkFileView(ctx, await prisma.bulkFile.findUniqueOrThrow({ where: { id }, omit: fileTexts }));
}

/**
 * Files that runs can be started over, newest first: the caller's own, or for an admin the account's.
 * @throws AppError BAD_USER_INPUT
 */
export async function listBulkFiles(ctx: ServerContext, viewer: Viewer, page: Page): Promise<BulkFileView[]> {
  authorize(viewer, 'read');
  const where = { ...visibleRuns(viewer), isReady: true };
  const { bulkFile } = ctx.db.prisma;
  const files = await listPage(
    page,
    (id) => bulkFile.findFirst({ where: { id, ...where }, select: placeColumns }),
    ({ take, from }) =>
      bulkFile.findMany({
        where: { ...where, expiresAt: { gt: ctx.now() }, ...wherePlace(from, take) },
        orderBy: newestFirst,
        take,
        // The others are part of the list's index, so no row is read.
        omit: { ...fileTexts, storedBytes: true, rowsDeleted: true },
      }),
  );
  return files.map((file) => bulkFileView(ctx, file));
}

/**
 * @param accountWide the access required for another user's file
 * @throws AppError NOT_FOUND, alike for an unknown id, a colleague's file and another account's
 */
export async function findFile(
  { db }: Pick<ServerContext, 'db'>,
  viewer: Viewer,
  id: string,
  accountWide: Access,
): Promise<BulkFile> {
  const file = await db.prisma.bulkFile.findFirst({
    where: { id, isReady: true, ...visibleRuns(viewer, accountWide) },
  });
  if (!file) throw notFound('Bulk file');
  return file;
}

/** Checks a file in the transaction that stores its run: retention may have removed it since it was found. @throws AppError BULK_FILE_EXPIRED */
export async function assertUsable(
  tx: Queries,
  { now }: Pick<ServerContext, 'now'>,
  id: string,
): Promise<void> {
  const kept = await tx.bulkFile.count({
    where: { id, isReady: true, rowsDeleted: false, expiresAt: { gt: now() } },
  });
  if (kept === 0) throw expired();
}

const expired = () =>
  new AppError('BULK_FILE_EXPIRED', 'This file was uploaded more than 7 days ago. Upload it again.');

/** The same before a transaction, by what was read. @throws AppError BULK_FILE_EXPIRED */
export function assertNotExpired({ now }: Pick<ServerContext, 'now'>, { expiresAt }: BulkFile): void {
  if (expiresAt <= now()) throw expired();
}
