import type { Database } from 'better-sqlite3';
import pg from 'pg';
import { Stop } from '@/scripts/console/stop.mjs';
import { postgresText, type Value } from './column-values';
import type { CopiedTable } from './copied-tables';
import { inTransaction, type Progress, recordProgress } from './copy-progress';
import { keyOf, type SourceRow, sourcePages } from './source-rows';

/** What PostgreSQL says of rows that it doesn't take, and not of its own state. */
const REFUSED_ROW = /^(22|23|54)/;

/**
 * Copies the rest of a table, page by page. Each page is one transaction with the note of how far the copy is, so
 * wherever it is cut off, no row is lost or doubled.
 * @param source whose values have been checked
 * @throws Stop if PostgreSQL refuses a row, such as one that refers to nothing
 */
export async function copyRows(
  source: Database,
  target: pg.ClientBase,
  table: CopiedTable,
  progress: Progress,
): Promise<void> {
  const insert = insertOf(table);
  let { rows, last } = progress;
  for (const page of sourcePages(source, table, last)) {
    const end = page.at(-1);
    if (!end) return;
    rows += page.length;
    last = keyOf(table, end);
    const done = { rows, last };
    try {
      await inTransaction(target, async () => {
        await target.query(insert, [JSON.stringify(page.map((row) => recordOf(table, row)))]);
        await recordProgress(target, table, done);
      });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !REFUSED_ROW.test(error.code ?? '')) throw error;
      throw new Stop(
        `PostgreSQL refuses a row of ${table.name}: ${[error.message, error.detail].filter(Boolean).join('. ')}. Correct it in the SQLite database, drop and create the PostgreSQL database, and run the command again.`,
      );
    }
  }
}

/** Each value is sent as text and gets its column's type, so that none passes through a number of JavaScript. */
function insertOf({ name, columns }: CopiedTable): string {
  const names = columns.map((column) => `"${column.name}"`).join(', ');
  const casts = columns.map((column) => `CAST("${column.name}" AS ${column.type})`).join(', ');
  const texts = columns.map((column) => `"${column.name}" text`).join(', ');
  return `INSERT INTO "${name}" (${names}) SELECT ${casts} FROM json_to_recordset($1::json) AS "page" (${texts})`;
}

const recordOf = ({ columns }: CopiedTable, row: SourceRow): Record<string, Value> =>
  Object.fromEntries(
    columns.map((column, index) => [column.name, postgresText(column, row[index] as Value)]),
  );
