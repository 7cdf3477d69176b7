import fs from 'node:fs';
import Database from 'better-sqlite3';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { requireUnusedDatabase } from '@/lib/server/database/migrations/unused-database';
import { lockDatabase } from './database-lock';

/**
 * Holds the database while a server runs: by its lock, and open, also while the site's own connections are closed,
 * before the first query and after a failure. A release that doesn't know the lock, and a command that reaches the file
 * by a hard link, notice that it is open.
 *
 * @param file the real path of a migrated database
 * @param port of the server; null if it isn't known
 * @returns releases it
 * @throws DatabaseHeld if another process serves, migrates or replaces it; Stop if the file can't be opened or locked
 */
export function holdDatabase(file: string, port: number | null): () => void {
  const lock = lockDatabase(file, 'serve', port);
  try {
    // A second name has a lock of its own, and SQLite would give it a -wal of its own.
    if (fs.statSync(file).nlink > 1) requireUnusedDatabase(file);
    const database = new Database(file, { fileMustExist: true });
    // In WAL mode a connection that has read once keeps SQLite's shared lock until it is closed.
    database.pragma('journal_mode = WAL');
    database.prepare('SELECT count(*) FROM sqlite_master').get();
    return () => {
      database.close();
      lock.release();
    };
  } catch (error) {
    lock.release();
    throw explainDatabaseFailure(error, file);
  }
}
