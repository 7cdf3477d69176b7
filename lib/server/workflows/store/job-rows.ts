import type { SqlQueries } from '@/lib/server/database/database';
import type { RowValue } from '@/lib/server/database/dialect';
import { Prisma } from '@/prisma/generated/prisma/client';

// Plain SQL with the rows as one JSON parameter, so that many jobs cost about as much as one.

/** Columns and their values, the same columns in each row. */
export type Row = Record<string, RowValue>;

/**
 * The columns of a table but some, to be selected: those that may be as large as the largest file are read only if they
 * are needed.
 * @param names as the client lists them
 */
export const columnsBut = <Column extends string>(
  names: Readonly<Record<Column, Column>>,
  ...omitted: readonly Column[]
): Prisma.Sql => listed(Object.values<Column>(names).filter((name) => !omitted.includes(name)));

/** Inserts rows, in one statement. */
export async function insertRows(tx: SqlQueries, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  await tx.$executeRaw`
    INSERT INTO ${named(table)} (${listed(columns)}) ${tx.dialect.rows(table, columns, values(rows))}`;
}

/**
 * Updates rows by their key, in one statement. Of several with the same key the last counts, since a database takes
 * any of them.
 * @param key columns that the rows contain
 */
export async function updateRows(
  tx: SqlQueries,
  table: string,
  key: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const changes = columns
    .filter((column) => !key.includes(column))
    .map((column) => Prisma.raw(`"${column}" = "given"."${column}"`));
  const matches = key.map((column) => Prisma.raw(`"${table}"."${column}" = "given"."${column}"`));
  await tx.$executeRaw`
    UPDATE ${named(table)} SET ${Prisma.join(changes)}
    FROM (${tx.dialect.rows(table, columns, values(lastOfEach(key, rows)))}) AS "given"
    WHERE ${Prisma.join(matches, ' AND ')}`;
}

const lastOfEach = (key: readonly string[], rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [key.map((column) => row[column]).join(' '), row])).values(),
];

const named = (name: string) => Prisma.raw(`"${name}"`);
const listed = (columns: readonly string[]) => Prisma.join(columns.map(named));
const values = (rows: readonly Row[]) => rows.map((row) => Object.values(row));

/** A moment of the engine as a column. */
export const momentColumn = (milliseconds: number | null): Date | null =>
  milliseconds === null ? null : new Date(milliseconds);

/** A text as both databases can store it. */
export const storableText = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed();
