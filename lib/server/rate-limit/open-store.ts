// @ts-check
import Sqlite from 'better-sqlite3';

export const TABLE = 'rate_limits';
/** SQLite waits for another process on the event loop: far longer than one takes to count, and no longer. */
const BUSY_MS = 250;

/**
 * Opens the file in which several processes count rate limits, or makes it.
 *
 * @param {string} url RATE_LIMIT_STORE: `file:…`
 * @returns {Sqlite.Database}
 * @throws {Error} where it cannot be opened or written
 */
export function openStore(url) {
  const file = new Sqlite(url.replace(/^file:/, ''), { timeout: BUSY_MS });
  file.pragma('journal_mode = WAL');
  // Counters of some minutes: what a power cut takes is no loss.
  file.pragma('synchronous = OFF');
  file.exec(`
    CREATE TABLE IF NOT EXISTS ${TABLE} (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire INTEGER);
    CREATE INDEX IF NOT EXISTS ${TABLE}_expire ON ${TABLE} (expire);
  `);
  return file;
}
