import type { Database } from 'better-sqlite3';
import { Stop } from '@/scripts/console/stop.mjs';
import { sqliteExpression, type Value } from './column-values';
import type { CopiedTable } from './copied-tables';

/** Rows per query and per transaction: some 100 ms of work. */
const PAGE = 5_000;

/** A row's columns in the order of its table; in a checked database each is a `Value`. */
export type SourceRow = unknown[];

/**
 * A table's rows in the order of its primary key, page by page.
 * @param after the key of the last row that isn't wanted any more; null from the beginning
 */
export function* sourcePages(
  source: Database,
  table: CopiedTable,
  after: Value[] | null = null,
): Generator<SourceRow[]> {
  const key = table.key.map((name) => `"${name}"`).join(', ');
  const select = `SELECT ${table.columns.map(sqliteExpression).join(', ')} FROM "${table.name}"`;
  const order = `ORDER BY ${key} LIMIT ${PAGE}`;
  const next = source
    .prepare<Value[], SourceRow>(
      `${select} WHERE (${key}) > (${table.key.map(() => '?').join(', ')}) ${order}`,
    )
    .raw();
  let page =
    after === null ? source.prepare<[], SourceRow>(`${select} ${order}`).raw().all() : next.all(...after);
  while (page.length > 0) {
    yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    page = next.all(...keyOf(table, last));
  }
}

/** The primary key of a row. */
export const keyOf = ({ columns, key }: CopiedTable, row: SourceRow): Value[] =>
  key.map((name) => row[columns.findIndex((column) => column.name === name)] as Value);

/**
 * The bytes of a text. SQLite's own text would make bytes that aren't UTF-8 look like others.
 * @param key of its row
 */
export function storedBytes(source: Database, table: CopiedTable, column: string, key: Value[]): Buffer {
  const where = table.key.map((name) => `"${name}" = ?`).join(' AND ');
  return source
    .prepare<Value[], Buffer>(`SELECT CAST("${column}" AS BLOB) FROM "${table.name}" WHERE ${where}`)
    .pluck()
    .get(...key) as Buffer;
}

/**
 * @param file of the database, for people
 * @throws Stop if a table or column of the target isn't in the source
 */
export function requireTables(source: Database, tables: CopiedTable[], file: string): void {
  for (const { name, columns } of tables) {
    const present = source
      .prepare<[string], string>('SELECT "name" FROM pragma_table_info(?)')
      .pluck()
      .all(name);
    const missing = columns.find((column) => !present.includes(column.name));
    if (missing)
      throw new Stop(
        `The database ${file} has no ${present.length === 0 ? `table ${name}` : `column ${name}.${missing.name}`}. Restore a backup that npm run backup has checked, and copy that.`,
      );
  }
}
