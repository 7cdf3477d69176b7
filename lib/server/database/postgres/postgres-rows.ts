import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { SqlReader } from '@/lib/server/database/database';
import { postgresDialect } from '@/lib/server/database/postgres/postgres-dialect';
import type { Prisma } from '@/prisma/generated/prisma/client';

/** Statements differ at most by the length of a list. */
const NAMES_KEPT = 200;

const { INT8, NUMERIC, TIMESTAMP } = pg.types.builtins;

/** As Prisma types rows, except sums, which have a type of their own there. */
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, BigInt],
  [NUMERIC, Number],
  [TIMESTAMP, (text) => new Date(`${text.replace(' ', 'T')}Z`)],
]);
const types = {
  getTypeParser: (type: number) => parsers.get(type) ?? pg.types.getTypeParser(type),
} as pg.CustomTypesConfig;

/** A query for pg, which would send a date in the process's time zone. */
export const postgresQuery = ({ text, values }: Prisma.Sql) => ({
  text,
  values: values.map((value) => (value instanceof Date ? value.toISOString() : value)),
  types,
});

/** Names statements, so that each connection prepares each of them once. */
export function statementNames(): (text: string) => string {
  const names = new LRUCache<string, string>({ max: NAMES_KEPT });
  return (text) => {
    const name = names.get(text) ?? hash('sha1', text);
    names.set(text, name);
    return name;
  };
}

/**
 * Reads rows with statements that each connection keeps prepared: Prisma's own way takes several times as long.
 * @param pool of read-only connections
 */
export function postgresRows(pool: pg.Pool, nameOf = statementNames()): SqlReader {
  const read = async <Row>(query: Prisma.Sql): Promise<Row[]> => {
    const { rows } = await pool.query({ name: nameOf(query.text), ...postgresQuery(query) });
    return rows as Row[];
  };
  return Object.assign(read, { dialect: postgresDialect });
}
