import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { isSameFile } from '@/lib/config/database-url';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { Stop } from '@/scripts/console/stop.mjs';
import { makeFolder } from '@/scripts/setup/make-folder.mjs';
import { removeLeftovers, syncToDisk, withTemporaryFile } from './temporary-file';

/** Pages copied before signals get their turn: at most a quarter of a second's work. */
const PAGES_PER_TURN = 10_000;

const reasons: [codes: RegExp, reason: string][] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'the disk is full. Free some space, or name another place.'],
  [
    /^(SQLITE_READONLY|SQLITE_CANTOPEN|EACCES|EPERM|EROFS)/,
    'this user may not write there. Name another place.',
  ],
  [/^E[A-Z0-9]+$/, "its folder can't be made or written. Name another place."],
];

/**
 * Copies a database, even while a server reads and writes it, checks the copy, and only then gives it its name. The copy
 * contains everything that was committed when the copying began, and only whole transactions.
 *
 * @param database absolute path
 * @param file absolute path of the copy, readable by this user alone
 * @param check of the copy, before it has its name
 * @returns the result of the check, and the size of the copy
 * @throws Stop if it can't be written; then no file has that name
 */
export async function writeCopy<T>(
  database: string,
  file: string,
  check: (copy: string) => Promise<T>,
): Promise<T & { bytes: number }> {
  const temporary = `${file}.part-${process.pid}`;
  try {
    // A dangling link takes the name too.
    if (fs.lstatSync(file, { throwIfNoEntry: false })) throw alreadyExists(file);
    makeFolder(path.dirname(file), 0o700);
    removeLeftovers(path.dirname(file), 'part');
    return await withTemporaryFile(temporary, async () => {
      await copy(database, temporary);
      const report = await check(temporary);
      syncToDisk(temporary);
      // A link, unlike a rename, never replaces a file that has appeared since.
      fs.linkSync(temporary, file);
      syncToDisk(path.dirname(file));
      return { ...report, bytes: fs.statSync(file).size };
    });
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && syscall === 'link') throw alreadyExists(file);
    throw explainBackupFailure(error, file, database);
  }
}

/** The folder of the backups of a database, unless another is named. */
export const backupFolder = (database: string): string => path.join(path.dirname(database), 'backups');

/** A moment in the names of backups, which sort by it: `20261126T101500Z`. */
export const backupStamp = (now: Date): string => now.toISOString().replace(/\.\d+|[-:]/g, '');

const alreadyExists = (file: string) => new Stop(`${file} is there already. Name another file.`);

async function copy(from: string, to: string): Promise<void> {
  const source = openSource(from);
  try {
    // A read transaction keeps the state: without it, a copy in steps starts again after every write.
    source.exec('BEGIN; SELECT count(*) FROM sqlite_master');
    await source.backup(to, { progress: () => PAGES_PER_TURN });
  } finally {
    source.close();
  }
  // The copy is in WAL mode like its source, so every reader would need a -wal and -shm next to it.
  const target = new Database(to, { fileMustExist: true });
  try {
    target.pragma('journal_mode = DELETE');
  } finally {
    target.close();
  }
}

function openSource(file: string): Database.Database {
  try {
    // A read-only connection would leave a -wal and -shm next to a database that no other process has open.
    const source = new Database(file, { fileMustExist: true });
    source.pragma('query_only = ON');
    return source;
  } catch (error) {
    throw explainDatabaseFailure(error, file);
  }
}

function explainBackupFailure(error: unknown, file: string, database: string): unknown {
  const { code = '' } = error as { code?: string };
  const reason = reasons.find(([codes]) => codes.test(code))?.[1];
  // Any other failure comes from the source.
  return reason
    ? new Stop(`The backup ${file} wasn't written: ${reason}`)
    : explainDatabaseFailure(error, database);
}

/**
 * Removes all but the newest backups of one kind in a folder. Ignores files with other names, and the database itself,
 * which may have the name of a backup.
 *
 * @param options.database absolute path
 * @param options.name matches the names of the kind, with what sorts them as its first group
 * @returns the removed names, oldest first
 */
export function removeOldBackups(
  folder: string,
  { keep, database, name }: { keep: number; database: string; name: RegExp },
): string[] {
  const stampOf = (file: string) => name.exec(file)?.[1] ?? '';
  const names = fs
    .readdirSync(folder)
    .filter((file) => name.test(file) && !isSameFile(path.join(folder, file), database))
    .sort((one, other) => stampOf(one).localeCompare(stampOf(other)));
  const old = names.slice(0, -keep);
  for (const file of old) fs.rmSync(path.join(folder, file));
  return old;
}
