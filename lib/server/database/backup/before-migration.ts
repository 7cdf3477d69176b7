import fs from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { releaseOf } from '@/lib/config/releases';
import { Stop } from '@/scripts/console/stop.mjs';
import { backupFolder, backupStamp, removeOldBackups, writeCopy } from './write-copy';

/** How many of these backups stay. */
const KEPT = 3;

/** Matches the copies of a database, of one release if it's given. */
function copiesOf(database: string, release?: string): RegExp {
  const { name } = path.parse(database);
  const ofRelease = release === undefined ? '.+' : literal(release);
  return new RegExp(`^${literal(name)}-before-upgrade-from-${ofRelease}-(\\d{8}T\\d{6}Z)\\.db$`);
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Free bytes that the copy must leave for the migration. */
const SPARE = 16 * 1024 * 1024;

/** A copy of a database from before its migration. */
export interface MigrationBackup {
  file: string;
  /** The release that it belongs to; null for a state between two releases. */
  release: string | null;
  /** Called after the migration: removes older ones. */
  keep(): void;
  /** Called if the database wasn't migrated: it still is what the copy is. */
  discard(): void;
}

interface Options {
  now: Date;
  /** Bytes that are free on the disk of the backups, if they aren't measured. */
  freeBytes?: number;
}

/**
 * Copies a SQLite database before it is migrated, into the folder of its backups.
 *
 * @param database absolute path
 * @param lastMigration that it has
 * @throws Stop if it can't be copied, or the copy is damaged
 */
export async function backUpBeforeMigration(
  database: string,
  lastMigration: string,
  { now, freeBytes }: Options,
): Promise<MigrationBackup> {
  const folder = backupFolder(database);
  const release = releaseOf(lastMigration);
  const belongsTo = release ?? lastMigration;
  const { name } = path.parse(database);
  const file = path.join(folder, `${name}-before-upgrade-from-${belongsTo}-${backupStamp(now)}.db`);
  requireSpace(database, freeBytes ?? freeBytesOf(fs.existsSync(folder) ? folder : path.dirname(database)));
  // A start that is killed again and again would fill the disk.
  if (fs.existsSync(folder))
    removeOldBackups(folder, { keep: KEPT - 1, database, name: copiesOf(database, belongsTo) });
  try {
    await writeCopy(database, file, async (copy) => requireWhole(copy, database));
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    throw new Stop(
      `${error.message} The database wasn't migrated, because it's backed up first. If you have another backup, set NO_BACKUP_BEFORE_MIGRATION=1 to migrate without this one.`,
    );
  }
  return {
    file,
    release,
    keep: () => void removeOldBackups(folder, { keep: KEPT, database, name: copiesOf(database) }),
    discard: () => fs.rmSync(file, { force: true }),
  };
}

function requireSpace(database: string, freeBytes: number): void {
  const bytes = [database, `${database}-wal`].map(
    (part) => fs.statSync(part, { throwIfNoEntry: false })?.size ?? 0,
  );
  const needed = bytes.reduce((sum, size) => sum + size, SPARE);
  if (freeBytes < needed)
    throw new Stop(
      `The database ${database} wasn't migrated, because it's backed up first and the disk is too full: that takes ${Math.ceil(needed / 1e6)} MB. Free some space. If you have another backup, set NO_BACKUP_BEFORE_MIGRATION=1 to migrate without this one.`,
    );
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize, blocks } = fs.statfsSync(folder);
  // Some file systems don't count their blocks.
  return blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY;
}

/** The quick one of SQLite's checks. A restore makes all of them. */
function requireWhole(copy: string, database: string): object {
  const connection = new Sqlite(copy, { readonly: true, fileMustExist: true });
  try {
    const problem = connection.pragma('quick_check(1)', { simple: true });
    if (problem !== 'ok') throw new Stop(`The database ${database} is damaged: ${problem}.`);
    return {};
  } finally {
    connection.close();
  }
}
