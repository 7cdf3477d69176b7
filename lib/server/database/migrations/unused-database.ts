// @ts-check
import Database from 'better-sqlite3';
import { fileExists } from '@/lib/server/database/file-exists';
import { Stop } from '@/scripts/console/stop.mjs';
import { explainDatabaseFailure } from './database-failure';
import { sqliteCode } from './retry-while-busy';

/**
 * @param {string} file a database, perhaps missing
 * @throws {Stop} when another process has it open, or it is no database
 */
export function requireUnusedDatabase(file) {
  if (!fileExists(file)) return;
  /** @type {Database.Database | undefined} */
  let database;
  try {
    database = new Database(file, { timeout: 0, fileMustExist: true });
    // Refused while anybody has it open: each connection to a database in WAL mode keeps a shared lock.
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE; ROLLBACK');
  } catch (error) {
    if (/^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error)))
      throw new Stop(
        `The database ${file} is in use. Stop the server or command that uses it and run the command again.`,
      );
    throw explainDatabaseFailure(error, file);
  } finally {
    database?.close();
  }
}
