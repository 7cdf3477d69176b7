import pg from 'pg';
import type { Prisma } from '@/prisma/generated/prisma/client';
import { openPool } from './postgres-pool';

// PostgreSQL keeps locks of one number apart from those of two. All are here, so that none is used twice.

/** Shared by the writes of single accounts, exclusive for all others. */
const ALL_WRITES = 7_219_454_101;
/** With the hash of an account's id: the writes of this account. */
const ACCOUNT_WRITES = 72_194;
/** Exclusive for the deploy of migrations. */
export const MIGRATIONS = 72_196;
/** Shared by the processes that serve or run jobs, exclusive for a deploy with pending migrations. */
export const SERVING = 72_197;
/** One copy of a SQLite database at a time. */
export const COPY = 72_198;
/** With the hash of a name: work that one process does for all. */
const WORK = 72_195;

/**
 * Makes a transaction wait for earlier transactions that could affect the same rows. At Read Committed, its statements
 * then see their commits. So a write reads and changes the same state as on SQLite, which has a single writer.
 * @param accountId if everything that the transaction touches belongs to this account
 */
export async function lockForWrite(
  tx: Pick<Prisma.TransactionClient, '$executeRaw'>,
  accountId: string | undefined,
): Promise<void> {
  if (accountId === undefined) await tx.$executeRaw`SELECT pg_advisory_xact_lock(${ALL_WRITES})`;
  else
    await tx.$executeRaw`
      SELECT pg_advisory_xact_lock_shared(${ALL_WRITES}), pg_advisory_xact_lock(${ACCOUNT_WRITES}, hashtext(${accountId}))`;
}

/** How long (ms) a transaction of several accounts waits for accounts that other transactions hold. */
const SEVERAL_MS = 250;

/**
 * The same together with the transaction's begin, so that it takes one trip to the server.
 *
 * No two transactions can wait for each other. Each takes the lock of all writes first, so a holder of an account's lock
 * never waits for an exclusive lock. It then takes the locks of its accounts in the order of their numbers, which differ
 * from the ids' order. A transaction of several accounts soon fails as locked, since its free accounts wait, too.
 * @param accountIds if everything that the transaction touches belongs to these accounts
 */
export function beginForWrite(accountIds: readonly string[] | undefined): string {
  if (accountIds === undefined) return `BEGIN; SELECT pg_advisory_xact_lock(${ALL_WRITES})`;
  const ids = accountIds.map((id) => pg.escapeLiteral(id)).join(', ');
  const locks = `SELECT pg_advisory_xact_lock(${ACCOUNT_WRITES}, "number") FROM (
    SELECT DISTINCT hashtext("id") AS "number" FROM unnest(ARRAY[${ids}]) AS "id" ORDER BY "number") AS "numbers"`;
  return [
    'BEGIN',
    `SELECT pg_advisory_xact_lock_shared(${ALL_WRITES})`,
    ...(accountIds.length > 1
      ? [`SET LOCAL lock_timeout = ${SEVERAL_MS}`, locks, 'SET LOCAL lock_timeout TO DEFAULT']
      : [locks]),
  ].join('; ');
}

/**
 * Does work that one process at a time does for all.
 * @returns undefined if another process is doing it
 */
export const holdAlone = <T>(url: string, name: string, work: () => Promise<T>): Promise<T | undefined> =>
  onOwnConnection(url, async (connection) => {
    const { rows } = await connection.query(`SELECT pg_try_advisory_lock(${WORK}, hashtext($1)) AS "held"`, [
      name,
    ]);
    return rows[0].held ? work() : undefined;
  });

/** Does such work after the other processes that are doing it, however long they take. */
export const holdInTurn = <T>(url: string, name: string, work: () => Promise<T>): Promise<T> =>
  onOwnConnection(url, async (connection) => {
    await connection.query('SET lock_timeout = 0');
    await connection.query(`SELECT pg_advisory_lock(${WORK}, hashtext($1))`, [name]);
    return work();
  });

/** Locks that a connection takes end with it, so a process that is killed leaves none behind. */
async function onOwnConnection<T>(url: string, use: (connection: pg.PoolClient) => Promise<T>): Promise<T> {
  const pool = openPool(url, { connections: 1, readOnly: false, answerMs: 0 });
  try {
    const connection = await pool.connect();
    // Without a listener, a connection that breaks would end the process; the work continues.
    connection.on('error', () => {});
    try {
      return await use(connection);
    } finally {
      connection.release(true);
    }
  } finally {
    await pool.end();
  }
}
