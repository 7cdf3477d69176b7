// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { isPartOfDatabase, realPath } from '@/lib/config/database-file';
import { explainDatabaseFailure, sqliteCode } from '@/lib/server/database/database-failure';
import { fileExists } from '@/lib/server/database/file-exists';
import { requireUnusedDatabase } from '@/lib/server/database/migrations/unused-database';
import { Stop } from '@/scripts/console/stop.mjs';
import { makeFolder } from '@/scripts/setup/make-folder.mjs';
import { checkCopy } from './check-copy';
import { moveAside } from './move-aside';
import { removeLeftovers } from './remove-leftovers';
import { syncToDisk } from './sync-to-disk';
import { withTemporaryFile } from './temporary-file';

/**
 * Puts a backup in the place of a database that nobody uses, without its sessions: some were ended since. What was
 * there is moved aside, never removed, and whatever stops this half-way, one of both stands there whole, or the former
 * one stands aside.
 *
 * @param {string} backup absolute path
 * @param {string} database the real path, perhaps of nothing
 * @param {{ now: Date, directory?: string, acceptBrokenChain?: boolean }} options `directory`: the migrations folder
 * @returns {Promise<import('./check-copy').CopyReport & { aside: string | null }>} where the former database is now
 * @throws {Stop} when the backup is the database itself, is not whole, is not as its migrations made it or newer than
 *   the code, has a broken audit chain that is not accepted, or the database is in use
 */
export async function restoreBackup(backup, database, { now, directory, acceptBrokenChain = false }) {
  if (!fileExists(backup)) throw new Stop(`There is no file ${backup}.`);
  if (isPartOfDatabase(backup, database))
    throw new Stop(`${backup} is the database itself. Name a backup of it.`);
  refuseUnfolded(backup);
  const temporary = `${database}.restoring-${process.pid}`;
  try {
    // Before the long work, and after it again.
    requireUnusedOrDamaged(database);
    makeFolder(path.dirname(database));
    removeLeftovers(path.dirname(database), 'restoring');
    return await withTemporaryFile(temporary, async () => {
      await copyFile(backup, temporary);
      const report = await checkCopy(temporary, { original: backup, ...(directory && { directory }) });
      refuseProblems(report, { acceptBrokenChain });
      requireUnusedOrDamaged(database);
      endSessions(temporary);
      const aside = moveAside(
        database,
        `${database}.replaced-${now.toISOString().replace(/\.\d+|[-:]/g, '')}`,
      );
      syncToDisk(temporary);
      fs.renameSync(temporary, database);
      syncToDisk(path.dirname(database));
      return { ...report, aside };
    });
  } catch (error) {
    throw explainDatabaseFailure(error, database);
  }
}

/** A live database copied by hand is not all in its one file. @param {string} backup */
function refuseUnfolded(backup) {
  const wal = fs.statSync(`${realPath(backup)}-wal`, { throwIfNoEntry: false });
  if (wal && wal.size > 0)
    throw new Stop(
      `${backup} has a -wal beside it: it is a database in use, not a backup. Make one of it with npm run backup.`,
    );
}

/**
 * In pieces, since no signal ends a copy of the whole file at once.
 * @param {string} backup @param {string} copy an empty file
 */
async function copyFile(backup, copy) {
  const highWaterMark = 1 << 20;
  try {
    await pipeline(
      fs.createReadStream(backup, { highWaterMark }),
      fs.createWriteStream(copy, { highWaterMark, flags: 'r+' }),
    );
  } catch (error) {
    const { code, path: place, syscall } = /** @type {NodeJS.ErrnoException} */ (error);
    if (place === backup || syscall === 'read')
      throw new Stop(`${backup} can't be read (${code}). Give this user the right to read it.`);
    throw error;
  }
}

/** @param {import('./check-copy').CopyReport} report @param {{ acceptBrokenChain: boolean }} options */
function refuseProblems({ schema, chain }, { acceptBrokenChain }) {
  if (schema)
    throw new Stop(`${schema} Restore another backup, or repair this one by the text of prisma/migrations.`);
  if (chain && !acceptBrokenChain)
    throw new Stop(
      `${chain} Restore another backup; if there is none, restore this one with --accept-broken-chain.`,
    );
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
