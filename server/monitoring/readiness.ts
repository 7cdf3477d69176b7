// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { databaseFailure, databaseFailureCause, sqliteCode } from '@/lib/server/database/database-failure';
import { LOCK_PATIENCE_MS } from '@/lib/server/database/lock-patience';
import { databaseState } from '@/lib/server/database/migrations/database-state';
import { writeLoad } from '@/lib/server/runtime/runtime';
import { databaseFile } from '@/lib/server/runtime/project-environment';
import { Stop } from '@/scripts/console/stop.mjs';

/** How often (ms) a held database is looked at, to see its release whenever the next probe comes. */
const LOOK = 250;
/** Bytes that must be free where the database stands. */
const LEAST_SPACE = 16 * 1024 * 1024;

/** Why the site cannot serve, for anybody to read; `detail` is for the log and may name files. */
/** @typedef {{ cause: string, detail?: string }} Hindrance */

/**
 * Checks the database on connections of its own: that it is the file the server opened, can be read and written, and
 * has all migrations, on a disk with some space. Another writer's transaction is no hindrance, unless none of ours got
 * through for five seconds.
 *
 * @param {string} databaseUrl `file:…`, of a migrated database
 * @param {{ migrations?: string, leastSpace?: number }} [options] the migrations folder, and the bytes that must be free
 * @returns {() => Promise<Hindrance | undefined>}
 */
export function readiness(databaseUrl, { migrations, leastSpace = LEAST_SPACE } = {}) {
  const file = databaseFile(databaseUrl);
  const identity = () => {
    // Resolved each time: a link that leads elsewhere now is where a restart would look.
    const stats = fs.statSync(databaseFile(databaseUrl), { bigint: true, throwIfNoEntry: false });
    return stats && `${stats.dev}:${stats.ino}`;
  };
  const opened = identity();
  const isHeldTooLong = heldTooLong(() => !tryReadAndWrite(file));
  return async () => {
    try {
      const present = identity();
      if (!present) return { cause: 'The database file is missing.' };
      if (present !== opened)
        return { cause: 'The database file was replaced; the server must be started again.' };
      if (isHeldTooLong()) return { cause: 'The database is held by another process.' };
      const { kind } = databaseState(databaseUrl, { directory: migrations });
      if (kind !== 'current') return { cause: 'The database lacks migrations.' };
      const { bavail, bsize, blocks } = await fs.promises.statfs(path.dirname(file));
      // Some file systems do not count.
      if (blocks > 0 && bavail * bsize < leastSpace)
        return { cause: 'The disk that holds the database is nearly full.' };
      return undefined;
    } catch (error) {
      return hindrance(error);
    }
  };
}

/**
 * @param {string} file
 * @returns {boolean} false when another connection is writing at this moment
 * @throws what SQLite says when it cannot be read or written
 */
function tryReadAndWrite(file) {
  const database = new Database(file, { fileMustExist: true, timeout: 0 });
  try {
    database.prepare('SELECT count(*) FROM Plan').get();
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
    return true;
  } catch (error) {
    if (databaseFailure(error) === 'locked') return false;
    throw error;
  } finally {
    database.close();
  }
}

/**
 * @param {() => boolean} isHeld at this moment
 * @returns {() => boolean} whether it has been held for too long, by somebody who lets none of ours write
 */
function heldTooLong(isHeld) {
  /** @type {number | undefined} */
  let since;
  /** @type {NodeJS.Timeout | undefined} */
  let watch;
  const release = () => {
    since = undefined;
    clearInterval(watch);
  };
  const look = () => {
    try {
      if (!isHeld()) release();
    } catch {
      // The next probe tells what is wrong.
      release();
    }
  };
  return () => {
    if (!isHeld()) {
      release();
      return false;
    }
    if (since === undefined) {
      since = performance.now();
      watch = setInterval(look, LOOK).unref();
    }
    return performance.now() - Math.max(since, writeLoad.committedAt) >= LOCK_PATIENCE_MS;
  };
}

/** @param {unknown} error @returns {Hindrance} */
function hindrance(error) {
  const { message } = /** @type {Error} */ (error);
  const code = sqliteCode(error);
  if (error instanceof Stop)
    return { cause: 'The database does not fit this version of the site.', detail: message };
  return {
    cause: databaseFailureCause(error) ?? 'The database cannot be used.',
    detail: `${code} ${message}`.trim(),
  };
}
