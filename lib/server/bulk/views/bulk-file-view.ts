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
  columns(): Promise<readonly SheetColumn[]>;
  /** The first 1,000 rows that can't run. */
  badRows(): Promise<readonly BadRow[]>;
  /** The first rows that can run. */
  preview(): Promise<{ line: number; values: unknown }[]>;
}

/** The texts of a file, which may be large, and which its view is without. */
export const fileTexts = { columns: true, badRows: true } as const;

const textsOf = ({ prisma }: ServerContext['db'], id: string) =>
  prisma.bulkFile.findUniqueOrThrow({ where: { id }, select: fileTexts });

/** @param file its row without its texts, which are read when they are asked for */
export const bulkFileView = (
  { db }: Pick<ServerContext, 'db'>,
  file: Omit<BulkFile, keyof typeof fileTexts | 'accountId' | 'storedBytes' | 'isReady' | 'rowsDeleted'>,
): BulkFileView => ({
  ...file,
  columns: async () => JSON.parse((await textsOf(db, file.id)).columns),
  badRows: async () => JSON.parse((await textsOf(db, file.id)).badRows),
  preview: async () => {
    const rows = await db.sql<Pick<BulkFileRow, 'line' | 'values'>>(Prisma.sql`
      SELECT "line", "values" FROM "BulkFileRow" WHERE "fileId" = ${file.id} ORDER BY "position" LIMIT ${PREVIEW_ROWS}`);
    return rows.map(({ line, values }) => ({ line, values: JSON.parse(values) }));
  },
});
