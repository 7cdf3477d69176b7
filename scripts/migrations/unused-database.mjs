// @ts-check
import fs from 'node:fs';
import Database from 'better-sqlite3';
import { Stop } from '../console/stop.mjs';
import { explainDatabaseFailure } from './database-failure.mjs';
import { sqliteCode } from './retry-while-busy.mjs';

/**
 * @param {string} file a database, perhaps missing
 * @throws {Stop} when another process has it open, or it is no database
 */
export function requireUnusedDatabase(file) {
  if (!fs.existsSync(file)) return;
  const database = new Database(file, { timeout: 0 });
  try {
    // SQLite leaves WAL mode for its only connection, and for no other.
    database.pragma('journal_mode = DELETE');
  } catch (error) {
    if (/^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error)))
      throw new Stop(
        `The database ${file} is in use. Stop the server that runs on it and run the command again.`,
      );
    throw explainDatabaseFailure(error, file);
  } finally {
    database.close();
  }
}
