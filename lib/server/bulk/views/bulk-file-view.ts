import { limits } from '@/lib/config/limits';
import type { BadRow } from '@/lib/engine/bulk/sheet';
import type { SheetColumn } from '@/lib/engine/bulk/sheet-columns';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { page } from '@/lib/validation/lists';
import { type BulkFile, type BulkFileRow, Prisma } from '@/prisma/generated/prisma/client';

/** Rows that are shown of a file. */
const PREVIEW_ROWS = 5;

/** A bulk file for its readers. */
export interface BulkFileView
  extends Pick<
    BulkFile,
    | 'id'
    | 'userId'
    | 'name'
    | 'format'
    | 'size'
    | 'encoding'
    | 'rowCount'
    | 'badCount'
    | 'createdAt'
    | 'expiresAt'
  > {
  columns(): Promise<readonly SheetColumn[]>;
  /** The first rows that can't run, at most 1,000. @throws AppError BAD_USER_INPUT */
  badRows(limit?: number | null): Promise<readonly BadRow[]>;
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
  badRows: async (given) => {
    const { limit } = parseInput(page, { limit: given });
    const rows: BadRow[] = JSON.parse((await textsOf(db, file.id)).badRows);
    return rows.slice(0, limit ?? limits.list.max);
  },
  preview: async () => {
    const rows = await db.sql<Pick<BulkFileRow, 'line' | 'values'>>(Prisma.sql`
      SELECT "line", "values" FROM "BulkFileRow" WHERE "fileId" = ${file.id} ORDER BY "position" LIMIT ${PREVIEW_ROWS}`);
    return rows.map(({ line, values }) => ({ line, values: JSON.parse(values) }));
  },
});
