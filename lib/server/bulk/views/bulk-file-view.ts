import type { BadRow } from '@/lib/engine/bulk/sheet';
import type { SheetColumn } from '@/lib/engine/bulk/sheet-columns';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type BulkFile, type BulkFileRow, Prisma } from '@/prisma/generated/prisma/client';

/** Rows that are shown of a file. */
const PREVIEW_ROWS = 5;

/** A bulk file for its readers. */
export interface BulkFileView
  extends Pick<
    BulkFile,
    'id' | 'userId' | 'name' | 'format' | 'size' | 'rowCount' | 'badCount' | 'createdAt' | 'expiresAt'
  > {
  columns: readonly SheetColumn[];
  badRows: readonly BadRow[];
  /** The first rows that can run. */
  preview(): Promise<{ line: number; values: unknown }[]>;
}

/** @param file its row, or these columns of it */
export const bulkFileView = (
  { db }: Pick<ServerContext, 'db'>,
  { columns, badRows, ...file }: Omit<BulkFile, 'accountId' | 'storedBytes' | 'isReady' | 'rowsDeleted'>,
): BulkFileView => ({
  ...file,
  columns: JSON.parse(columns),
  badRows: JSON.parse(badRows),
  preview: async () => {
    const rows = await db.sql<Pick<BulkFileRow, 'line' | 'values'>>(Prisma.sql`
      SELECT "line", "values" FROM "BulkFileRow" WHERE "fileId" = ${file.id} ORDER BY "position" LIMIT ${PREVIEW_ROWS}`);
    return rows.map(({ line, values }) => ({ line, values: JSON.parse(values) }));
  },
});
