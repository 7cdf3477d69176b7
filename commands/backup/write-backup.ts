// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { Stop } from '@/scripts/console/stop.mjs';
import { makeFolder } from '@/scripts/setup/make-folder.mjs';
import { checkCopy } from './check-copy';
import { removeLeftovers } from './remove-leftovers';
import { syncToDisk } from './sync-to-disk';
import { withTemporaryFile } from './temporary-file';

/** Copied between two looks at whether the command was ended: a quarter of a second's work or less. */
const PAGES_AT_ONCE = 10_000;

/** @type {[RegExp, string][]} */
const reasons = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'the disk is full. Free some space, or name another place.'],
  [
    /^(SQLITE_READONLY|SQLITE_CANTOPEN|EACCES|EPERM|EROFS)/,
    'this user may not write there. Name another place.',
  ],
  [/^E[A-Z0-9]+$/, "its folder can't be made or written. Name another place."],
];

/**
 * Copies a database, also while a server reads and writes it, checks the copy, and only then gives it its name. The
 * copy holds all that was committed when the copying began, and whole transactions only.
 *
 * @param {string} database absolute path of a migrated one
 * @param {string} file absolute path of the backup, readable by this user alone
 * @returns {Promise<import('./check-copy').CopyReport & { bytes: number }>} with sentences on what a restore would
 *   refuse the backup for
 * @throws {Stop} when it cannot be written or the copy is not whole; then there is no backup of that name
 */
export async function writeBackup(database, file) {
  const temporary = `${file}.part-${process.pid}`;
  try {
    // A link that leads nowhere takes the name too.
    if (fs.lstatSync(file, { throwIfNoEntry: false })) throw alreadyThere(file);
    makeFolder(path.dirname(file), 0o700);
    removeLeftovers(path.dirname(file), 'part');
    return await withTemporaryFile(temporary, async () => {
      await copy(database, temporary);
      const report = await checkCopy(temporary, { original: database });
      syncToDisk(temporary);
      // A link, unlike a rename, never replaces what has appeared there meanwhile.
      fs.linkSync(temporary, file);
      syncToDisk(path.dirname(file));
      return { ...report, bytes: fs.statSync(file).size };
    });
  } catch (error) {
    const { code, syscall } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EEXIST' && syscall === 'link') throw alreadyThere(file);
    throw explainBackupFailure(error, file, database);
  }
}

/** @param {string} file */
const alreadyThere = (file) => new Stop(`${file} is there already. Name another file.`);

/** @param {string} from @param {string} to */
async function copy(from, to) {
  const source = openSource(from);
  try {
    // A read transaction holds the moment: a copy in steps begins anew whenever somebody writes.
    source.exec('BEGIN; SELECT count(*) FROM sqlite_master');
    await source.backup(to, { progress: () => PAGES_AT_ONCE });
  } finally {
    source.close();
  }
  // The copy is in WAL mode as its source is; so it would need a -wal and -shm beside it to be read at all.
  const target = new Database(to, { fileMustExist: true });
  try {
    target.pragma('journal_mode = DELETE');
  } finally {
    target.close();
  }
}

/** @param {string} file */
function openSource(file) {
  try {
    // A read-only connection would leave a -wal and -shm beside a database that nobody else has open.
    const source = new Database(file, { fileMustExist: true });
    source.pragma('query_only = ON');
    return source;
  } catch (error) {
    throw explainDatabaseFailure(error, file);
  }
}

/** @param {unknown} error @param {string} file @param {string} database @returns {unknown} */
function explainBackupFailure(error, file, database) {
  const { code = '' } = /** @type {{ code?: string }} */ (error);
  const reason = reasons.find(([codes]) => codes.test(code))?.[1];
  // What else fails is the source's: the copy has what it has.
  return reason
    ? new Stop(`The backup ${file} was not written: ${reason}`)
    : explainDatabaseFailure(error, database);
}
