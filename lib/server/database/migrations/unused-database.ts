import Database from 'better-sqlite3';
import { databaseFailure, explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { fileExists } from '@/lib/server/database/file-exists';
import { DatabaseHeld, holderOf } from '@/lib/server/database/sqlite/database-lock';
import { Stop } from '@/scripts/console/stop.mjs';

/**
 * @param file a database, perhaps missing
 * @throws Stop if another process has it open, or it isn't a database
 */
export function requireUnusedDatabase(file: string): void {
  if (fileExists(file)) holdUnusedDatabase(file).close();
}

/**
 * Opens a database in a transaction that keeps every other process from opening it, until it is closed.
 * @param file an existing database
 * @throws Stop if another process has it open, or it isn't a database
 */
export function holdUnusedDatabase(file: string): Database.Database {
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { timeout: 0, fileMustExist: true });
    // Refused while another process has it open: each connection to a database in WAL mode keeps a shared lock.
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if (databaseFailure(error) !== 'locked') throw explainDatabaseFailure(error, file);
    const holder = holderOf(file);
    if (holder) throw new DatabaseHeld(file, holder);
    throw new Stop(
      `The database ${file} is in use. Stop the server or command that uses it and run the command again.`,
    );
  }
}
