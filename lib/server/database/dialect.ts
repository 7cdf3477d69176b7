import { Prisma } from '@/prisma/generated/prisma/client';

/** A value of a row that is written by SQL. */
export type RowValue = string | number | boolean | null | Date;

/** The SQL in which the two databases differ. Everything else is written once, for both. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgresql';
  /** Whether transactions of different accounts run side by side in a process. */
  readonly runsSideBySide: boolean;
  /** A moment before all others, and one after them, to order rows that have none. Indexes contain both. */
  readonly longAgo: Prisma.Sql;
  readonly never: Prisma.Sql;
  /** Locks the rows that a SELECT returns until the transaction ends. A SQLite file is locked as a whole. */
  readonly forUpdate: Prisma.Sql;
  /**
   * A parameter whose value doesn't count when a statement is planned. SQLite plans a statement again at each run if it
   * has compared a parameter with another expression, or has read a LIMIT. That takes ten times as long as a short query.
   */
  unplanned(value: RowValue): Prisma.Sql;
  /** A list of texts for IN: one parameter, however many there are. */
  listed(texts: readonly string[]): Prisma.Sql;
  /** The condition that a text contains another one, character for character. */
  contains(text: Prisma.Sql, part: string): Prisma.Sql;
  /**
   * A query that returns these rows under their columns' names, for an INSERT or the FROM of an UPDATE: one parameter,
   * however many rows. It may be followed by ON CONFLICT.
   * @param rows in the order of the columns
   */
  rows(table: string, columns: readonly string[], rows: readonly (readonly RowValue[])[]): Prisma.Sql;
  /** A JSON object, to be part of a `jsonArray`. */
  jsonObject(properties: Record<string, Prisma.Sql>): Prisma.Sql;
  /** The values of a group as the text of a JSON array; `[]` if there are none. */
  jsonArray(value: Prisma.Sql, order?: Prisma.Sql): Prisma.Sql;
}

/**
 * The moment that an expression returns: SQLite types a column by its declaration, but an expression is a number there.
 * @returns null if it is null
 */
export function momentOf(value: Date | number | bigint | null | undefined): Date | null {
  if (value == null) return null;
  return value instanceof Date ? value : new Date(Number(value));
}

/** A query that comes as a template or as a whole. */
export const sqlOf = (query: TemplateStringsArray | Prisma.Sql, values: unknown[]): Prisma.Sql =>
  'raw' in query ? Prisma.sql(query, ...values) : query;
