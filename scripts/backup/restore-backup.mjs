// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { Stop } from '../console/stop.mjs';
import { explainDatabaseFailure } from '../migrations/database-failure.mjs';
import { sqliteCode } from '../migrations/retry-while-busy.mjs';
import { requireUnusedDatabase } from '../migrations/unused-database.mjs';
import { checkDatabase } from './check-database.mjs';
import { moveAside } from './move-aside.mjs';
import { removeLeftovers } from './remove-leftovers.mjs';
import { schemaProblem } from './schema-problem.mjs';
import { syncToDisk } from './sync-to-disk.mjs';

/**
 * Puts a backup in the place of a database that nobody uses, without its sessions: some were ended since. What was
 * there is moved aside, never removed, and whatever stops this half-way, one of both stands there whole, or the former
 * one stands aside.
 *
 * @param {string} backup absolute path
 * @param {string} database absolute path, perhaps of nothing
 * @param {{ now: Date, directory?: string }} options `directory`: the migrations folder
 * @returns {import('./check-database.mjs').Contents & { aside: string | null }} where the former database is now
 * @throws {Stop} when the backup is not whole, not as its migrations made it or newer than the code, or the database is
 *   in use
 */
export function restoreBackup(backup, database, { now, directory }) {
  if (!fs.existsSync(backup)) throw new Stop(`There is no file ${backup}.`);
  refuseUnfolded(backup);
  const temporary = `${database}.restoring-${process.pid}`;
  try {
    fs.mkdirSync(path.dirname(database), { recursive: true });
    removeLeftovers(path.dirname(database), 'restoring');
    fs.copyFileSync(backup, temporary, fs.constants.COPYFILE_EXCL);
    fs.chmodSync(temporary, 0o600);
    const contents = checkCopy(temporary, backup, directory);
    requireUnusedOrDamaged(database);
    endSessions(temporary);
    const aside = moveAside(database, `${database}.replaced-${now.toISOString().replace(/\.\d+|[-:]/g, '')}`);
    syncToDisk(temporary);
    fs.renameSync(temporary, database);
    syncToDisk(path.dirname(database));
    return { ...contents, aside };
  } catch (error) {
    throw explainDatabaseFailure(error, database);
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) fs.rmSync(temporary + suffix, { force: true });
  }
}

/** A live database copied by hand is not all in its one file. @param {string} backup */
function refuseUnfolded(backup) {
  const wal = fs.statSync(`${backup}-wal`, { throwIfNoEntry: false });
  if (wal && wal.size > 0)
    throw new Stop(
      `${backup} has a -wal beside it: it is a database in use, not a backup. Make one of it with npm run backup.`,
    );
}

/** @param {string} copy @param {string} backup @param {string | undefined} directory */
function checkCopy(copy, backup, directory) {
  try {
    const options = directory === undefined ? {} : { directory };
    const contents = checkDatabase(copy, options);
    const problem = schemaProblem(copy, { ...options, pending: contents.pending });
    if (problem)
      throw new Stop(
        `${problem} Restore another backup, or repair this one by the text of prisma/migrations.`,
      );
    return contents;
  } catch (error) {
    if (error instanceof Stop) throw new Stop(error.message.replaceAll(copy, backup));
    throw error;
  }
}

/** @param {string} database */
function requireUnusedOrDamaged(database) {
  try {
    requireUnusedDatabase(database);
  } catch (error) {
    // A damaged database is what many a backup is restored for.
    if (!/^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(sqliteCode(/** @type {Error} */ (error).cause ?? error)))
      throw error;
  }
}

/** @param {string} file */
function endSessions(file) {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.exec('DELETE FROM "Session"');
  } finally {
    database.close();
  }
}
