// @ts-check
import { setTimeout as delay } from 'node:timers/promises';

/** @param {unknown} error from better-sqlite3, bare or wrapped by Prisma's adapter */
export const sqliteCode = (error) => {
  const { code, cause } = /** @type {{ code?: unknown, cause?: { originalCode?: unknown } }} */ (error ?? {});
  return String(cause?.originalCode ?? code ?? '');
};

/**
 * Repeats what SQLite refused because another connection holds the database. SQLite's own waiting would block this
 * process, Ctrl-C included, and does not cover the change to WAL mode.
 *
 * @template T
 * @param {() => T | Promise<T>} action
 * @param {number} patience milliseconds
 * @returns {Promise<T>}
 * @throws what the action threw: anything else at once, SQLITE_BUSY after the patience is over
 */
export async function retryWhileBusy(action, patience) {
  const until = performance.now() + patience;
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (!/^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error)) || performance.now() > until) throw error;
      await delay(50);
    }
  }
}
