import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter, SqlQuery } from '@prisma/driver-adapter-utils';
import { LockPatience } from '@/lib/server/database/sqlite/lock-patience';

export interface OpenTransaction {
  adapter: SqlDriverAdapter;
  /** The database's own error, before the engine rephrased it. */
  firstError(): unknown;
  commit(): Promise<void>;
  /** Rolls back uncommitted changes. */
  close(): Promise<void>;
}

/** Remembers the first error of several methods, before the engine rephrases it. */
export function rememberFirstError() {
  let first: unknown;
  const remembering =
    <A extends unknown[], R>(method: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        return await method(...args);
      } catch (error) {
        first ??= error;
        throw error;
      }
    };
  return { firstError: () => first, remembering };
}

/** How long (ms) one deploy waits for another on the same database. */
const PATIENCE = 60_000;

/**
 * Opens a database for the schema engine, with one transaction around everything the engine does. BEGIN IMMEDIATE is
 * also the lock between processes: a second process waits here, and then has nothing left to apply.
 */
export async function openSqliteTransaction(file: string): Promise<OpenTransaction> {
  // The engine writes its dates as the native one does: milliseconds since 1970.
  const factory = new PrismaBetterSqlite3({ url: file, timeout: 0 }, { timestampFormat: 'unixepoch-ms' });
  const connection = await factory.connect();
  const run = async (sql: string) => connection.executeScript(sql);
  const close = async () => {
    // If the disk is full, SQLite rolls back by itself, so there may be nothing to roll back.
    await run('ROLLBACK').catch(() => {});
    await connection.dispose();
  };
  try {
    await new LockPatience(PATIENCE).untilFree(() => run('PRAGMA journal_mode = WAL'));
    // SQLite ignores this pragma inside a transaction. Migrations redefine tables by dropping them.
    await run('PRAGMA foreign_keys = OFF');
    await new LockPatience(PATIENCE).untilFree(() => run('BEGIN IMMEDIATE'));
  } catch (error) {
    await close();
    throw error;
  }
  const { firstError, remembering } = rememberFirstError();
  const adapter: SqlDriverAdapter = {
    adapterName: connection.adapterName,
    provider: connection.provider,
    queryRaw: remembering(connection.queryRaw.bind(connection)),
    // The engine's own lock would outlive the deploy; the transaction is our lock.
    executeRaw: remembering(async (query: SqlQuery) =>
      /locking_mode/i.test(query.sql) ? 0 : connection.executeRaw(query),
    ),
    executeScript: remembering(connection.executeScript.bind(connection)),
    startTransaction: connection.startTransaction.bind(connection),
    dispose: async () => {},
  };
  return { adapter, firstError, commit: () => run('COMMIT'), close };
}
