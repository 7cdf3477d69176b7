// @ts-check
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { retryWhileBusy } from './retry-while-busy';

/** @typedef {import('@prisma/driver-adapter-utils').SqlDriverAdapter} SqlDriverAdapter */

/** How long (ms) one deploy waits for another on the same database. */
const PATIENCE = 60_000;

/**
 * Opens a database for the schema engine with one transaction around all that the engine will do. BEGIN IMMEDIATE
 * is also the lock between processes: the second one waits here, and then finds nothing left to apply.
 *
 * @param {string} file
 * @returns {Promise<{ adapter: SqlDriverAdapter, firstError: () => unknown, commit: () => Promise<void>, close: () => Promise<void> }>}
 *   `firstError` is what SQLite said before the engine rephrased it; `close` rolls back what was not committed
 */
export async function openInTransaction(file) {
  // The engine writes its dates as the native one does: milliseconds since 1970.
  const factory = new PrismaBetterSqlite3({ url: file, timeout: 0 }, { timestampFormat: 'unixepoch-ms' });
  const connection = await factory.connect();
  /** @type {unknown} */
  let firstError;
  const run = async (/** @type {string} */ sql) => connection.executeScript(sql);
  const close = async () => {
    // SQLite rolls back on its own when the disk is full, so there may be nothing to roll back.
    await run('ROLLBACK').catch(() => {});
    await connection.dispose();
  };
  try {
    await retryWhileBusy(() => run('PRAGMA journal_mode = WAL'), PATIENCE);
    // A pragma that SQLite ignores inside a transaction; tables are redefined by dropping them.
    await run('PRAGMA foreign_keys = OFF');
    await retryWhileBusy(() => run('BEGIN IMMEDIATE'), PATIENCE);
  } catch (error) {
    await close();
    throw error;
  }
  /**
   * @template {unknown[]} A
   * @template R
   * @param {(...args: A) => Promise<R>} method
   */
  const remembering =
    (method) =>
    async (/** @type {A} */ ...args) => {
      try {
        return await method.apply(connection, args);
      } catch (error) {
        firstError ??= error;
        throw error;
      }
    };
  /** @type {SqlDriverAdapter} */
  const adapter = {
    adapterName: connection.adapterName,
    provider: connection.provider,
    queryRaw: remembering(connection.queryRaw),
    // The engine's own lock would outlive the deploy; ours is the transaction.
    executeRaw: remembering(async (query) =>
      /locking_mode/i.test(query.sql) ? 0 : connection.executeRaw(query),
    ),
    executeScript: remembering(connection.executeScript),
    startTransaction: connection.startTransaction.bind(connection),
    dispose: async () => {},
  };
  return { adapter, firstError: () => firstError, commit: () => run('COMMIT'), close };
}
