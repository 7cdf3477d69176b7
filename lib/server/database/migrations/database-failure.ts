import { Stop } from '@/scripts/console/stop.mjs';
import { sqliteCode } from './retry-while-busy';

const sentences: [RegExp, string][] = [
  [
    /^(SQLITE_FULL|ENOSPC)/,
    'could not be written: the disk is full. Free some space and run the command again.',
  ],
  [/^(SQLITE_NOTADB)/, 'is not a SQLite database. Name another file, or move this one away.'],
  [/^(SQLITE_CORRUPT)/, "is damaged. Restore a backup that isn't, or move it away to start with a new one."],
  [
    /^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|SQLITE_AUTH|EACCES|EPERM|EROFS|ENOTDIR|EISDIR|EEXIST)/,
    'cannot be written. Give this user the right to write the file and its folder, or name another file in DATABASE_URL.',
  ],
  [
    /^(SQLITE_BUSY|SQLITE_LOCKED)/,
    'is held by another process. End the one that migrates or writes it and run the command again.',
  ],
  [
    /^(SQLITE_IOERR|EIO)/,
    'could not be read or written: the disk reports an error. Check it, or use another.',
  ],
  // What else the file system says: of a name that is too long, links in a circle, a folder that nobody can make.
  [/^E[A-Z0-9]+$/, "can't be made or opened there. Name another file in DATABASE_URL."],
];

/**
 * @param error from the file system, better-sqlite3 or Prisma's adapter
 * @returns a known cause in one sentence that names no file, so that anybody may read it
 */
export function databaseFailureCause(error: unknown): string | undefined {
  const sentence = sentences.find(([codes]) => codes.test(sqliteCode(error)))?.[1];
  return sentence && `The database ${sentence.split('.', 1)[0]}.`;
}

/**
 * @param error from the file system, better-sqlite3 or Prisma's adapter
 * @param file the database
 * @returns a `Stop` that says what to do if the cause is known, otherwise the error itself
 */
export function explainDatabaseFailure(error: unknown, file: string): unknown {
  const sentence = sentences.find(([codes]) => codes.test(sqliteCode(error)))?.[1];
  return sentence ? Object.assign(new Stop(`The database ${file} ${sentence}`), { cause: error }) : error;
}
