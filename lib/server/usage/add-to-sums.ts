import type { SqlQueries } from '@/lib/server/database/database';
import type { RowValue } from '@/lib/server/database/dialect';
import { Prisma } from '@/prisma/generated/prisma/client';

/** Columns of a list, as SQL. */
export const named = (columns: readonly string[]): Prisma.Sql =>
  Prisma.raw(columns.map((column) => `"${column}"`).join(', '));

/**
 * Adds rows to a roll-up: a row whose key is there is added to it. Plain SQL with the rows as one JSON parameter: 15 times
 * faster than upsert, which binds every value.
 * @param key columns of the primary key
 * @param sums the other columns
 * @param rows in the order of key and sums, with different keys
 */
export async function addToSums(
  tx: SqlQueries,
  table: Prisma.ModelName,
  { key, sums }: { key: readonly string[]; sums: readonly string[] },
  rows: RowValue[][],
): Promise<void> {
  const columns = [...key, ...sums];
  const added = sums.map((sum) => Prisma.raw(`"${sum}" = "${table}"."${sum}" + excluded."${sum}"`));
  await tx.$executeRaw`
    INSERT INTO ${named([table])} (${named(columns)}) ${tx.dialect.rows(table, columns, rows)}
    ON CONFLICT (${named(key)}) DO UPDATE SET ${Prisma.join(added)}`;
}
