import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type pg from 'pg';
import { postgresValue, sqliteValue, type Value, valueFault } from './column-values';
import type { CopiedTable } from './copied-tables';
import { keyOf, type SourceRow, sourcePages, storedBytes } from './source-rows';

/** The content of a table, for comparing databases. */
export interface TableContent {
  rows: number;
  /** The sum of each whole-number column, by SQL of its own; null for a table without rows. */
  sums: Record<string, string | null>;
  /** The sum of the hashes of all rows, in any order. */
  digest: string;
}

/** Adds up a hash of each row. */
class Digest {
  #sum = 0n;

  add(row: Value[]): void {
    this.#sum = BigInt.asUintN(
      128,
      this.#sum + BigInt(`0x${hash('sha256', JSON.stringify(row)).slice(0, 32)}`),
    );
  }

  toString(): string {
    return this.#sum.toString(16);
  }
}

const numbersOf = ({ columns }: CopiedTable) =>
  columns.filter(({ kind }) => kind === 'integer' || kind === 'bigint').map(({ name }) => name);

const countAndSums = (table: CopiedTable) =>
  `SELECT ${['count(*)', ...numbersOf(table).map((name) => `CAST(sum("${name}") AS TEXT)`)].join(', ')} FROM "${table.name}"`;

const contentOf = (table: CopiedTable, [rows, ...sums]: unknown[], digest: Digest): TableContent => ({
  rows: Number(rows),
  sums: Object.fromEntries(numbersOf(table).map((name, index) => [name, sums[index] as string | null])),
  digest: digest.toString(),
});

/**
 * Reads a table of SQLite, and checks every value of it. Other work gets its turn between the pages.
 * @param fault is called with each value that PostgreSQL can't hold, as `Table id.column: why`
 */
export async function sourceContent(
  source: Database,
  table: CopiedTable,
  fault: (text: string) => void,
): Promise<TableContent> {
  const digest = new Digest();
  for (const page of sourcePages(source, table)) {
    for (const row of page) {
      const found = rowFaults(source, table, row);
      for (const text of found) fault(text);
      if (found.length === 0)
        digest.add(table.columns.map((column, index) => sqliteValue(column, row[index] as Value)));
    }
    await nextTurn();
  }
  const numbers = source.prepare<[], unknown[]>(countAndSums(table)).raw().get() ?? [];
  return contentOf(table, numbers, digest);
}

function rowFaults(source: Database, table: CopiedTable, row: SourceRow): string[] {
  return table.columns.flatMap((column, index) => {
    const stored = row[index];
    const fault = valueFault(column, stored) ?? encodingFault(source, table, row, column.name, stored);
    return fault ? [`${table.name} ${keyOf(table, row).join('/')}, ${column.name}: ${fault}`] : [];
  });
}

/** Text that isn't UTF-8 is read with replacement characters. */
function encodingFault(
  source: Database,
  table: CopiedTable,
  row: SourceRow,
  column: string,
  stored: unknown,
): string | null {
  if (typeof stored !== 'string' || !stored.includes('\ufffd')) return null;
  const bytes = storedBytes(source, table, column, keyOf(table, row));
  return Buffer.from(stored).equals(bytes) ? null : "it isn't valid UTF-8";
}

/** Rows that the cursor fetches at once. */
const FETCH = 5_000;
/** Values stay the texts that PostgreSQL sends. */
const types = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

/** Reads the same table of PostgreSQL. @param target within a transaction that sees one state */
export async function targetContent(target: pg.ClientBase, table: CopiedTable): Promise<TableContent> {
  const digest = new Digest();
  const columns = table.columns.map(({ name }) => `"${name}"`).join(', ');
  await target.query(`DECLARE "rows" NO SCROLL CURSOR FOR SELECT ${columns} FROM "${table.name}"`);
  for (;;) {
    const { rows } = await target.query<Value[]>({
      text: `FETCH ${FETCH} FROM "rows"`,
      rowMode: 'array',
      types,
    });
    for (const row of rows)
      digest.add(table.columns.map((column, index) => postgresValue(column, row[index] ?? null)));
    if (rows.length < FETCH) break;
  }
  await target.query('CLOSE "rows"');
  const { rows } = await target.query<unknown[]>({ text: countAndSums(table), rowMode: 'array' });
  return contentOf(table, rows[0] ?? [], digest);
}

/** How a table's copy differs, in words; null if it doesn't. */
export function contentDifference(source: TableContent, copy: TableContent): string | null {
  if (source.rows !== copy.rows) return `${copy.rows} rows instead of ${source.rows}`;
  const column = Object.keys(source.sums).find((name) => source.sums[name] !== copy.sums[name]);
  if (column) return `the sum of ${column} is ${copy.sums[column]} instead of ${source.sums[column]}`;
  return source.digest === copy.digest ? null : 'the rows have other values';
}
