import type pg from 'pg';
import { COPY_PROGRESS } from '@/lib/server/database/postgres/unfinished-copy';
import { Stop } from '@/scripts/console/stop.mjs';
import type { Value } from './column-values';
import type { CopiedTable } from './copied-tables';

/** How far the copy of a table is. */
export interface Progress {
  rows: number;
  /** The key of the last row that was copied; null before the first. */
  last: Value[] | null;
}

/** Whether the database contains a copy that isn't finished. */
export async function isUnfinishedCopy(target: pg.ClientBase): Promise<boolean> {
  const { rows } = await target.query<{ exists: boolean }>(
    `SELECT to_regclass('"${COPY_PROGRESS}"') IS NOT NULL AS "exists"`,
  );
  return rows[0]?.exists ?? false;
}

/**
 * @param name of the database, for people
 * @throws Stop if a table has a row
 */
export async function requireEmpty(
  target: pg.ClientBase,
  tables: CopiedTable[],
  name: string,
): Promise<void> {
  for (const table of tables) {
    const { rows } = await target.query(`SELECT 1 FROM "${table.name}" LIMIT 1`);
    if (rows.length > 0)
      throw new Stop(
        `The database ${name} isn't empty: ${table.name} has rows. Create a new one with createdb, and name it in DATABASE_URL.`,
      );
  }
}

/**
 * Marks the database as an unfinished copy of this source, or finds that it is one.
 * @param digest of everything that the source contains
 * @param name of the database, for people
 * @returns how far the copy of each table is
 * @throws Stop if it has rows, or is the copy of another state of the source, or of another one
 */
export async function beginOrResume(
  target: pg.ClientBase,
  tables: CopiedTable[],
  digest: string,
  name: string,
): Promise<Map<string, Progress>> {
  if (!(await isUnfinishedCopy(target)))
    await inTransaction(target, async () => {
      await requireEmpty(target, tables, name);
      await target.query(
        `CREATE TABLE "${COPY_PROGRESS}" ("table" text PRIMARY KEY, "source" text NOT NULL, "rows" bigint NOT NULL, "last" text)`,
      );
      await target.query(`INSERT INTO "${COPY_PROGRESS}" SELECT unnest($1::text[]), $2, 0, NULL`, [
        tables.map((table) => table.name),
        digest,
      ]);
    });
  const { rows } = await target.query<{ table: string; source: string; rows: string; last: string | null }>(
    `SELECT "table", "source", "rows", "last" FROM "${COPY_PROGRESS}"`,
  );
  if (rows.some(({ source }) => source !== digest))
    throw new Stop(
      `The database ${name} contains the beginning of another copy: its source was another database, or has changed since. Drop it with dropdb, create it with createdb, and run the command again.`,
    );
  return new Map(
    rows.map((row) => [
      row.table,
      { rows: Number(row.rows), last: row.last === null ? null : (JSON.parse(row.last) as Value[]) },
    ]),
  );
}

/** Records, in the transaction of the rows themselves, how far the copy of a table is. */
export async function recordProgress(
  target: pg.ClientBase,
  table: CopiedTable,
  { rows, last }: Progress,
): Promise<void> {
  await target.query(`UPDATE "${COPY_PROGRESS}" SET "rows" = $2, "last" = $3 WHERE "table" = $1`, [
    table.name,
    rows,
    JSON.stringify(last),
  ]);
}

/** From now on servers accept the database. */
export const finishCopy = (target: pg.ClientBase) => target.query(`DROP TABLE "${COPY_PROGRESS}"`);

/** @param begin the statement that begins it */
export async function inTransaction<T>(
  target: pg.ClientBase,
  work: () => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  await target.query(begin);
  try {
    const result = await work();
    await target.query('COMMIT');
    return result;
  } catch (error) {
    // A connection that is gone has rolled back.
    await target.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
