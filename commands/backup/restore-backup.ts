import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { isPartOfDatabase, realPath } from '@/lib/config/database-url';
import { removeLeftovers, syncToDisk, withTemporaryFile } from '@/lib/server/database/backup/temporary-file';
import { backupStamp } from '@/lib/server/database/backup/write-copy';
import { errorCode, explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { fileExists } from '@/lib/server/database/file-exists';
import { requireUnusedDatabase } from '@/lib/server/database/migrations/unused-database';
import { lockDatabase } from '@/lib/server/database/sqlite/database-lock';
import { Stop } from '@/scripts/console/stop.mjs';
import { makeFolder } from '@/scripts/setup/make-folder.mjs';
import { type CopyReport, checkCopy } from './check-copy';

interface RestoreOptions {
  now: Date;
  /** The migrations folder. */
  directory?: string;
  acceptBrokenChain?: boolean;
}

/**
 * Replaces a database that no process uses with a backup, without its sessions, because some have ended since. The
 * former database is moved aside, never removed. Whenever the restore is cut off, the former database or the restored
 * one is complete, in place or aside.
 *
 * @param backup absolute path
 * @param database the real path; the file may be missing
 * @returns `aside`: where the former database is now
 * @throws Stop if the backup is the database itself, isn't complete, doesn't match its migrations, or is newer than the
 *   code; if it has a broken audit chain that isn't accepted; if the database is in use
 */
export async function restoreBackup(
  backup: string,
  database: string,
  { now, directory, acceptBrokenChain = false }: RestoreOptions,
): Promise<CopyReport & { aside: string | null }> {
  requireBackup(backup, database);
  try {
    // Before the long work, and again after it.
    requireUnusedOrDamaged(database);
    makeFolder(path.dirname(database));
    const lock = lockDatabase(database, 'replace');
    try {
      removeLeftovers(path.dirname(database), 'restoring');
      return await replaceDatabase(backup, database, { now, directory, acceptBrokenChain });
    } finally {
      lock.release();
    }
  } catch (error) {
    throw explainDatabaseFailure(error, database);
  }
}

function replaceDatabase(
  backup: string,
  database: string,
  {
    now,
    directory,
    acceptBrokenChain,
  }: Required<Omit<RestoreOptions, 'directory'>> & { directory: string | undefined },
): Promise<CopyReport & { aside: string | null }> {
  const temporary = `${database}.restoring-${process.pid}`;
  return withTemporaryFile(temporary, async () => {
    await copyFile(backup, temporary);
    const report = await checkCopy(temporary, { original: backup, directory });
    refuseProblems(report, { acceptBrokenChain });
    requireUnusedOrDamaged(database);
    endSessions(temporary);
    const aside = moveAside(database, `${database}.replaced-${backupStamp(now)}`);
    syncToDisk(temporary);
    fs.renameSync(temporary, database);
    syncToDisk(path.dirname(database));
    return { ...report, aside };
  });
}

/**
 * Both are absolute paths.
 * @throws Stop if the backup isn't there, or is a database in use
 */
export function requireBackup(backup: string, database: string): void {
  if (!fileExists(backup)) throw new Stop(`There is no file ${backup}.`);
  if (isPartOfDatabase(backup, database))
    throw new Stop(`${backup} is the database itself. Name a backup of it.`);
  // Part of a live database that was copied by hand is in its -wal.
  const wal = fs.statSync(`${realPath(backup)}-wal`, { throwIfNoEntry: false });
  if (wal && wal.size > 0)
    throw new Stop(
      `${backup} has a -wal beside it: it is a database in use, not a backup. Make one of it with npm run backup.`,
    );
}

/**
 * In pieces, since no signal ends a copy of the whole file at once.
 * @param copy an empty file
 */
async function copyFile(backup: string, copy: string): Promise<void> {
  const highWaterMark = 1 << 20;
  try {
    await pipeline(
      fs.createReadStream(backup, { highWaterMark }),
      fs.createWriteStream(copy, { highWaterMark, flags: 'r+' }),
    );
  } catch (error) {
    const { code, path: place, syscall } = error as NodeJS.ErrnoException;
    if (place === backup || syscall === 'read')
      throw new Stop(`${backup} can't be read (${code}). Give this user the right to read it.`);
    throw error;
  }
}

function refuseProblems(
  { schema, chain }: CopyReport,
  { acceptBrokenChain }: { acceptBrokenChain: boolean },
): void {
  if (schema)
    throw new Stop(`${schema} Restore another backup, or repair this one by the text of prisma/migrations.`);
  if (chain && !acceptBrokenChain)
    throw new Stop(
      `${chain} Restore another backup; if there is none, restore this one with --accept-broken-chain.`,
    );
}

function requireUnusedOrDamaged(database: string): void {
  try {
    requireUnusedDatabase(database);
  } catch (error) {
    // A damaged database is a common reason for a restore.
    if (!/^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(errorCode((error as Error).cause ?? error))) throw error;
  }
}

function endSessions(file: string): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.exec('DELETE FROM "Session"');
  } finally {
    database.close();
  }
}

/**
 * Gives a database that no process uses, with all its files, a second name. Leaves no file next to the first name that
 * SQLite would treat as part of the next database there.
 *
 * @param database absolute path; the file may be missing
 * @param aside mustn't exist yet
 * @returns `aside`; null if there was no file to move
 */
export function moveAside(database: string, aside: string): string | null {
  const parts = ['', '-wal', '-shm', '-journal'].filter((suffix) => fs.existsSync(database + suffix));
  if (parts.length === 0) return null;
  if (parts.length === 1 && parts[0] === '') {
    fs.linkSync(database, aside);
    return aside;
  }
  // Copied: once its -wal is gone, a start after a crash would write to a file that a link shares.
  for (const suffix of parts) {
    fs.copyFileSync(database + suffix, aside + suffix, fs.constants.COPYFILE_EXCL);
    syncToDisk(aside + suffix);
  }
  syncToDisk(path.dirname(aside));
  for (const suffix of parts) if (suffix !== '') fs.rmSync(database + suffix);
  return aside;
}
