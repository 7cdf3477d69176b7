import Sqlite from 'better-sqlite3';

export const TABLE = 'rate_limits';
/** How long SQLite waits for another process, which takes far less to count. The wait blocks the event loop. */
const BUSY_MS = 250;

/**
 * Opens the file in which several processes count rate limits, creating it if necessary.
 *
 * @param url RATE_LIMIT_STORE: `file:…`
 * @throws Error if it can't be opened or written
 */
export function openStore(url: string): Sqlite.Database {
  const file = new Sqlite(url.replace(/^file:/, ''), { timeout: BUSY_MS });
  file.pragma('journal_mode = WAL');
  // Counters last minutes, so a power cut may lose some.
  file.pragma('synchronous = OFF');
  file.exec(`
    CREATE TABLE IF NOT EXISTS ${TABLE} (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire INTEGER);
    CREATE INDEX IF NOT EXISTS ${TABLE}_expire ON ${TABLE} (expire);
  `);
  return file;
}
