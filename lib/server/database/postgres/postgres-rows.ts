import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { ReadRows } from '@/lib/server/database/database';
import { postgresDialect } from '@/lib/server/database/postgres/postgres-dialect';
import type { Prisma } from '@/prisma/generated/prisma/client';

/** Statements differ at most by the length of a list. */
const NAMES_KEPT = 200;

const { INT8, NUMERIC, TIMESTAMP } = pg.types.builtins;

/** As Prisma types rows, but for sums, which have a type of their own there. */
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, BigInt],
  [NUMERIC, Number],
  [TIMESTAMP, (text) => new Date(`${text.replace(' ', 'T')}Z`)],
]);
const types = {
  getTypeParser: (type: number) => parsers.get(type) ?? pg.types.getTypeParser(type),
} as pg.CustomTypesConfig;

/**
 * Reads rows with statements that each connection keeps prepared: Prisma's own way takes several times as long.
 * @param pool of read-only connections
 */
export function postgresRows(pool: pg.Pool): ReadRows {
  const names = new LRUCache<string, string>({ max: NAMES_KEPT });
  const nameOf = (text: string) => {
    const name = names.get(text) ?? hash('sha1', text);
    names.set(text, name);
    return name;
  };
  const read = async <Row>({ text, values }: Prisma.Sql): Promise<Row[]> => {
    const { rows } = await pool.query({ name: nameOf(text), text, values, types });
    return rows as Row[];
  };
  return Object.assign(read, { dialect: postgresDialect });
}
