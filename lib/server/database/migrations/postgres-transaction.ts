import { setTimeout as delay } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils';
import { withoutPassword } from '@/lib/config/database-url';
import { MIGRATIONS, SERVING } from '@/lib/server/database/postgres/advisory-locks';
import { openPool } from '@/lib/server/database/postgres/postgres-pool';
import { notifySchemaChanged } from '@/lib/server/database/postgres/postgres-signals';
import { Stop } from '@/scripts/console/stop.mjs';
import { type OpenTransaction, rememberFirstError } from './sqlite-transaction';

/** How long (ms) a deploy waits for the processes that serve, by default. */
const PATIENCE = 60_000;
const RETRY_MS = 250;

interface DeployOptions {
  /** The names of all migrations. */
  migrations: string[];
  /** How long (ms) it waits for the processes that serve. */
  patience?: number | undefined;
}

/**
 * Opens a PostgreSQL database for the schema engine, with one transaction around everything the engine does. The
 * transaction begins with a lock, for which the deploys of other processes wait; then they have nothing left to apply.
 * If it has, it waits until no process serves the database.
 * @throws Stop naming the processes that still serve it
 */
export async function openPostgresTransaction(
  url: string,
  { migrations, patience = PATIENCE }: DeployOptions,
): Promise<OpenTransaction> {
  const pool = openPool(url, { connections: 1, readOnly: false, answerMs: 0 });
  const connection = await new PrismaPg(pool).connect();
  let transaction: Transaction | undefined;
  try {
    const begun = await connection.startTransaction();
    transaction = begun;
    const run = (sql: string) => begun.executeRaw({ sql, args: [], argTypes: [] });
    // Longer than the other deploy waits itself.
    await run(`SET LOCAL lock_timeout = ${patience + PATIENCE}`);
    await run(`SELECT pg_advisory_xact_lock(${MIGRATIONS})`);
    const applied = await appliedMigrations(begun);
    // Another deploy may have left nothing to apply, and serve by now.
    if (migrations.some((name) => !applied.has(name)))
      await lockOutServers(begun, withoutPassword(url), patience);
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
      commit: async () => {
        await run(notifySchemaChanged);
        await run('COMMIT');
      },
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

const rowsOf = async (transaction: Transaction, sql: string) =>
  (await transaction.queryRaw({ sql, args: [], argTypes: [] })).rows;

async function appliedMigrations(transaction: Transaction): Promise<Set<unknown>> {
  const [[exists] = []] = await rowsOf(
    transaction,
    `SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS "exists"`,
  );
  if (!exists) return new Set();
  const rows = await rowsOf(
    transaction,
    'SELECT migration_name FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return new Set(rows.flat());
}

/** Tries instead of waiting in line, where it would keep processes from starting that don't need the migrations. */
async function lockOutServers(transaction: Transaction, name: string, patience: number): Promise<void> {
  const until = performance.now() + patience;
  for (;;) {
    const [[isTaken] = []] = await rowsOf(transaction, `SELECT pg_try_advisory_xact_lock(${SERVING})`);
    if (isTaken) return;
    if (performance.now() >= until) break;
    await delay(RETRY_MS);
  }
  const serving = await rowsOf(
    transaction,
    `SELECT coalesce(nullif(application_name, ''), 'a process') || ' (connection ' || pid || ')' FROM pg_stat_activity
     WHERE pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${SERVING} AND objsubid = 1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`,
  );
  throw new Stop(
    `The database ${name} is being served by ${serving.flat().join('; ')}. Stop all servers and workers of this database, and run the command again: it migrates. If one can't be stopped, end its connection: SELECT pg_terminate_backend(CONNECTION);`,
  );
}
