// @ts-check
import Database from 'better-sqlite3';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';

/**
 * Holds the database open while a server runs. The site opens it with the first call only, and until then a restore or
 * a reset, which look whether anybody has it open, would replace it. They meet this from another checkout or container
 * too, and whatever path leads to the file.
 *
 * @param {string} file the real path of a migrated database
 * @returns {() => void} lets go of it
 * @throws {import('@/scripts/console/stop.mjs').Stop} if it can't be opened
 */
export function holdDatabase(file) {
  try {
    const database = new Database(file, { fileMustExist: true });
    // In WAL mode a connection that has read once keeps SQLite's shared lock until it is closed.
    database.pragma('journal_mode = WAL');
    database.prepare('SELECT count(*) FROM sqlite_master').get();
    return () => void database.close();
  } catch (error) {
    throw explainDatabaseFailure(error, file);
  }
}
