import fs from 'node:fs';
import Database from 'better-sqlite3';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { requireUnusedDatabase } from '@/lib/server/database/migrations/unused-database';
import { Stop } from '@/scripts/console/stop.mjs';
import { lockDatabase } from './database-lock';

const MOUNTS = '/proc/self/mountinfo';

/** How often (ms) the lock's file is looked for: a user may remove it. */
const LOOK_EVERY_MS = 1_000;

/**
 * Holds the database while a server runs, by its lock and by keeping it open. That includes times when the site's own
 * connections are closed: before the first query and after a failure. A release that doesn't know the lock, and a
 * command that reaches the file by a hard link, notice that it is open.
 *
 * @param file the real path of a migrated database
 * @param port of the server; null if it isn't known
 * @param onLost called if the lock was removed, and another process holds the database now
 * @returns releases it
 * @throws DatabaseHeld if another process serves, migrates or replaces it; Stop if the file can't be opened or locked
 */
export function holdDatabase(
  file: string,
  port: number | null,
  onLost: (error: unknown) => void = () => {},
): () => void {
  refuseMountedFile(file);
  let lock = lockDatabase(file, 'serve', port);
  try {
    // A second name has a lock of its own, and SQLite would give it a -wal of its own.
    if (fs.statSync(file).nlink > 1) requireUnusedDatabase(file);
    const database = new Database(file, { fileMustExist: true });
    // In WAL mode a connection that has read once keeps SQLite's shared lock until it is closed.
    database.pragma('journal_mode = WAL');
    database.prepare('SELECT count(*) FROM sqlite_master').get();
    const looking = setInterval(() => {
      if (lock.isIntact()) return;
      try {
        const again = lockDatabase(file, 'serve', port);
        lock.release();
        lock = again;
      } catch (error) {
        clearInterval(looking);
        onLost(error);
      }
    }, LOOK_EVERY_MS).unref();
    return () => {
      clearInterval(looking);
      database.close();
      lock.release();
    };
  } catch (error) {
    lock.release();
    throw explainDatabaseFailure(error, file);
  }
}

/** @throws Stop for a file that is mounted by itself, as into a container: its lock, -wal and -shm would be elsewhere */
function refuseMountedFile(file: string): void {
  const mounts = fs.existsSync(MOUNTS) ? fs.readFileSync(MOUNTS, 'utf8').split('\n') : [];
  const places = mounts.map((line) =>
    // Spaces and the like are octal there.
    line.split(' ')[4]?.replace(/\\(\d{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8))),
  );
  if (places.includes(file))
    throw new Stop(
      `The database ${file} is mounted without its folder. Mount the folder: SQLite keeps other files next to the database.`,
    );
}
