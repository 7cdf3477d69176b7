import type { SqlQueries } from '@/lib/server/database/database';
import type { RowValue } from '@/lib/server/database/dialect';
import { Prisma } from '@/prisma/generated/prisma/client';

// Plain SQL with the rows as one JSON parameter, so that many jobs cost about as much as one.

/** Columns and their values. */
export type Row = Record<string, RowValue>;

/**
 * Selects the columns of a table, except some: columns that may be as large as the largest file are read only if
 * needed.
 * @param names as the client lists them
 */
export const columnsBut = <Column extends string>(
  names: Readonly<Record<Column, Column>>,
  ...omitted: readonly Column[]
): Prisma.Sql => listed(Object.values<Column>(names).filter((name) => !omitted.includes(name)));

/** Inserts rows, those with the same columns in one statement, and rows with large values one by one. */
export const insertRows = (tx: SqlQueries, table: string, rows: readonly Row[]): Promise<void> =>
  insert(tx, table, rows, Prisma.empty);

/** Inserts the rows among these whose keys aren't there yet. */
export const insertNewRows = (tx: SqlQueries, table: string, rows: readonly Row[]): Promise<void> =>
  insert(tx, table, rows, Prisma.sql`ON CONFLICT DO NOTHING`);

async function insert(
  tx: SqlQueries,
  table: string,
  rows: readonly Row[],
  onConflict: Prisma.Sql,
): Promise<void> {
  const { true: alone = [], false: together = [] } = Object.groupBy(rows, (row) =>
    Object.values(row).some(isLarge) ? 'true' : 'false',
  );
  await Promise.all(
    [...byColumns(together), ...alone.flatMap((row) => byColumns([row]))].map(
      ([columns, alike]) => tx.$executeRaw`
        INSERT INTO ${named(table)} (${listed(columns)})
        ${tx.dialect.rows(table, columns, values(alike))} ${onConflict}`,
    ),
  );
}

/**
 * Characters of a value that is written by a statement of its own: SQLite reads a list of rows again for each of their
 * columns.
 */
const LARGE = 16 * 1024;

const isLarge = (value: RowValue | undefined): value is string =>
  typeof value === 'string' && value.length > LARGE;

/**
 * Updates rows by their key, those with the same columns in one statement, and large values one by one; other columns
 * keep their values. Rows with the same key are merged: if they share a column, its last value
 * counts.
 * @param key columns that the rows contain
 */
export async function updateRows(
  tx: SqlQueries,
  table: string,
  key: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  const matches = key.map((column) => `"${table}"."${column}" = "given"."${column}"`).join(' AND ');
  const { small, large } = bySize(merged(key, rows));
  await Promise.all([
    ...byColumns(small).map(([columns, alike]) => {
      const changes = columns
        .filter((column) => !key.includes(column))
        .map((column) => `"${column}" = "given"."${column}"`)
        .join(', ');
      return tx.$executeRaw`
        UPDATE ${named(table)} SET ${Prisma.raw(changes)}
        FROM (${tx.dialect.rows(table, columns, values(alike))}) AS "given"
        WHERE ${Prisma.raw(matches)}`;
    }),
    ...large.map(({ row, column, value }) => {
      const isRow = key.map((name) => Prisma.sql`${named(name)} = ${row[name]}`);
      return tx.$executeRaw`
        UPDATE ${named(table)} SET ${named(column)} = ${value} WHERE ${Prisma.join(isRow, ' AND ')}`;
    }),
  ]);
}

/** The rows with null for each of their large values, and these. */
function bySize(rows: readonly Row[]): {
  small: Row[];
  large: { row: Row; column: string; value: string }[];
} {
  const large: { row: Row; column: string; value: string }[] = [];
  const small = rows.map((row) => {
    const kept = { ...row };
    for (const [column, value] of Object.entries(row))
      if (isLarge(value)) {
        large.push({ row, column, value });
        kept[column] = null;
      }
    return kept;
  });
  return { small, large };
}

/** A row per key: a database takes any of several. */
function merged(key: readonly string[], rows: readonly Row[]): Row[] {
  const byKey = new Map<string, Row>();
  for (const row of rows) {
    const id = key.map((column) => row[column]).join(' ');
    const earlier = byKey.get(id);
    byKey.set(id, earlier ? { ...earlier, ...row } : row);
  }
  return [...byKey.values()];
}

/** Rows by their columns. */
function byColumns(rows: readonly Row[]): [columns: string[], rows: Row[]][] {
  const groups = new Map<string, [string[], Row[]]>();
  for (const row of rows) {
    const columns = Object.keys(row);
    const group = groups.get(columns.join());
    if (group) group[1].push(row);
    else groups.set(columns.join(), [columns, [row]]);
  }
  return [...groups.values()];
}

const named = (name: string) => Prisma.raw(`"${name}"`);
const listed = (columns: readonly string[]) => Prisma.raw(columns.map((column) => `"${column}"`).join(', '));
const values = (rows: readonly Row[]) => rows.map((row) => Object.values(row));

/** A moment of the engine as a column. */
export const momentColumn = (milliseconds: number | null): Date | null =>
  milliseconds === null ? null : new Date(milliseconds);

/** A text as both databases can store it. */
export const storableText = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed();
