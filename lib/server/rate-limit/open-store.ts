import Sqlite from 'better-sqlite3';

export const TABLE = 'rate_limits';
/** SQLite waits for another process on the event loop: far longer than one takes to count, and no longer. */
const BUSY_MS = 250;

/**
 * Opens the file in which several processes count rate limits, or makes it.
 *
 * @param url RATE_LIMIT_STORE: `file:…`
 * @throws Error if it can't be opened or written
 */
export function openStore(url: string): Sqlite.Database {
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
