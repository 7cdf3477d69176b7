// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { Stop } from '../console/stop.mjs';
import { explainDatabaseFailure } from '../migrations/database-failure.mjs';
import { checkDatabase } from './check-database.mjs';
import { removeLeftovers } from './remove-leftovers.mjs';
import { schemaProblem } from './schema-problem.mjs';
import { syncToDisk } from './sync-to-disk.mjs';

/** Copied between two looks at whether the command was ended: a quarter of a second's work or less. */
const PAGES_AT_ONCE = 10_000;

/**
 * Copies a database, also while a server reads and writes it, checks the copy, and only then gives it its name. The
 * copy holds all that was committed when the copying began, and whole transactions only.
 *
 * @param {string} database absolute path of a migrated one
 * @param {string} file absolute path of the backup, readable by this user alone
 * @returns {Promise<import('./check-database.mjs').Contents & { bytes: number, problem: string | null }>} `problem`: a
 *   sentence on what a restore would refuse the backup for
 * @throws {Stop} when it cannot be written or the copy is not whole; then there is no backup of that name
 */
export async function writeBackup(database, file) {
  if (fs.existsSync(file)) throw new Stop(`${file} is there already. Name another file.`);
  const temporary = `${file}.part-${process.pid}`;
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    removeLeftovers(path.dirname(file), 'part');
    fs.closeSync(fs.openSync(temporary, 'wx', 0o600));
  } catch (error) {
    throw explainBackupFailure(error, file, database);
  }
  try {
    await copy(database, temporary);
    const contents = checkCopy(temporary, database);
    const problem = schemaProblem(temporary, contents)?.replaceAll(temporary, database) ?? null;
    syncToDisk(temporary);
    // A link, unlike a rename, never replaces what has appeared there meanwhile.
    fs.linkSync(temporary, file);
    syncToDisk(path.dirname(file));
    return { ...contents, bytes: fs.statSync(file).size, problem };
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST')
      throw new Stop(`${file} is there already. Name another file.`);
    throw explainBackupFailure(error, file, database);
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) fs.rmSync(temporary + suffix, { force: true });
  }
}

/** What is wrong with a copy is wrong with its source. @param {string} temporary @param {string} database */
function checkCopy(temporary, database) {
  try {
    return checkDatabase(temporary);
  } catch (error) {
    if (error instanceof Stop) throw new Stop(error.message.replaceAll(temporary, database));
    throw error;
  }
}

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
  if (/^(SQLITE_FULL|ENOSPC)/.test(code))
    return new Stop(
      `The backup ${file} was not written: the disk is full. Free some space, or name another place.`,
    );
  if (/^(SQLITE_READONLY|SQLITE_CANTOPEN|EACCES|EPERM|EROFS|ENOTDIR|ENOENT|EEXIST)/.test(code))
    return new Stop(`The backup ${file} was not written: this user may not write there. Name another place.`);
  // What else fails is the source's: the copy has what it has.
  return explainDatabaseFailure(error, database);
}
