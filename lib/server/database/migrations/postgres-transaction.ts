import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils';
import { openPool } from '@/lib/server/database/postgres/postgres-pool';
import { type OpenTransaction, rememberFirstError } from './sqlite-transaction';

/** Known to nobody but this file. */
const MIGRATIONS = 72_196;

/** How long (ms) one deploy waits for another on the same database. */
const PATIENCE = 60_000;

/**
 * Opens a PostgreSQL database for the schema engine, with one transaction around everything the engine does. The
 * transaction begins with a lock, for which the deploys of other processes wait; then they have nothing left to apply.
 */
export async function openPostgresTransaction(url: string): Promise<OpenTransaction> {
  const pool = openPool(url, { connections: 1, readOnly: false, answerMs: 0 });
  const connection = await new PrismaPg(pool).connect();
  let transaction: Transaction | undefined;
  try {
    const begun = await connection.startTransaction();
    transaction = begun;
    const run = (sql: string) => begun.executeRaw({ sql, args: [], argTypes: [] });
    await run(`SET LOCAL lock_timeout = ${PATIENCE}`);
    await run(`SELECT pg_advisory_xact_lock(${MIGRATIONS})`);
    const { firstError, remembering } = rememberFirstError();
    const adapter: SqlDriverAdapter = {
      adapterName: connection.adapterName,
      provider: connection.provider,
      queryRaw: remembering(begun.queryRaw.bind(begun)),
      executeRaw: remembering(begun.executeRaw.bind(begun)),
      // The stock adapter splits a script at its semicolons, also at those inside functions.
      executeScript: remembering(async (sql: string) => void (await run(sql))),
      startTransaction: connection.startTransaction.bind(connection),
      getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: true }),
      dispose: async () => {},
    };
    return {
      adapter,
      firstError,
      commit: async () => void (await run('COMMIT')),
      close: async () => {
        await run('ROLLBACK').catch(() => {});
        await begun.rollback();
        await pool.end();
      },
    };
  } catch (error) {
    // The pool ends once its connection is given back.
    await transaction?.rollback();
    await pool.end();
    throw error;
  }
}
