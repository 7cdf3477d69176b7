import { setTimeout as delay } from 'node:timers/promises';

/** @param error from better-sqlite3, bare or wrapped by Prisma's adapter */
export const sqliteCode = (error: unknown): string => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { originalCode?: unknown } };
  return String(cause?.originalCode ?? code ?? '');
};

/**
 * Repeats what SQLite refused because another connection holds the database. SQLite's own waiting would block this
 * process, Ctrl-C included, and does not cover the change to WAL mode.
 *
 * @param patience milliseconds
 * @throws what the action threw: anything else at once, SQLITE_BUSY after the patience is over
 */
export async function retryWhileBusy<T>(action: () => T | Promise<T>, patience: number): Promise<T> {
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
