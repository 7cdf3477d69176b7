import fs from 'node:fs';
import Sqlite from 'better-sqlite3';
import { databaseFile } from '@/lib/config/database-file';

export const TABLE = 'rate_limits';
/** How long SQLite waits for another process, which takes far less to count. The wait blocks the event loop. */
const BUSY_MS = 250;

/**
 * Opens the file in which several processes count rate limits, creating it if necessary. It contains email addresses, so
 * only this user can read a new one.
 *
 * @param url RATE_LIMIT_STORE: `file:…`
 * @throws Error if it can't be opened or written
 */
export function openStore(url: string): Sqlite.Database {
  const place = databaseFile(url);
  createPrivately(place);
  const file = new Sqlite(place, { timeout: BUSY_MS });
  file.pragma('journal_mode = WAL');
  // Counters last minutes, so a power cut may lose some.
  file.pragma('synchronous = OFF');
  file.exec(`
    CREATE TABLE IF NOT EXISTS ${TABLE} (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire INTEGER);
    CREATE INDEX IF NOT EXISTS ${TABLE}_expire ON ${TABLE} (expire);
  `);
  return file;
}

/** SQLite would make it readable for every user; its -wal and -shm get the permissions of the file. */
function createPrivately(place: string): void {
  try {
    fs.closeSync(fs.openSync(place, 'wx', 0o600));
  } catch {
    // It is there already; or it can't be made, and SQLite says why.
  }
}
