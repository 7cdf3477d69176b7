import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { isPostgresUrl } from '@/lib/config/database-url';
import { databaseFailure, databaseFailureCause, errorCode } from '@/lib/server/database/database-failure';
import { databaseFile } from '@/lib/server/database/database-name';
import { databaseState, fileState } from '@/lib/server/database/migrations/database-state';
import { openPool } from '@/lib/server/database/postgres/postgres-pool';
import { LOCK_PATIENCE_MS } from '@/lib/server/database/sqlite/lock-patience';
import { runtime, writeLoad } from '@/lib/server/runtime/runtime';
import { Stop } from '@/scripts/console/stop.mjs';

/** Why the site can't serve. */
export interface Hindrance {
  /** For everyone to read. */
  cause: string;
  /** For the log; may name files. */
  detail?: string;
}

/** Describes a failed check of the database. */
function hindranceOf(error: unknown): Hindrance {
  const { message } = error as Error;
  if (error instanceof Stop)
    return { cause: "The database doesn't fit this version of the site.", detail: message };
  return {
    cause: databaseFailureCause(error) ?? "The database can't be used.",
    detail: `${errorCode(error)} ${message}`.trim(),
  };
}

/** How often (ms) a held database is checked, so that its release is noticed between two probes. */
const INTERVAL = 250;
/** Bytes that must be free on the database's disk. */
const LEAST_SPACE = 16 * 1024 * 1024;

interface Options {
  /** The migrations folder. */
  migrations?: string;
  /** Bytes that must be free. */
  leastSpace?: number;
}

/**
 * Checks a SQLite database on connections of its own. It must be the file that the server opened, readable and writable,
 * with all migrations, on a disk with some space. Another writer's transaction fails the check only if this process has
 * committed no transaction for five seconds.
 *
 * @param databaseUrl `file:…`, of a migrated database
 */
export function fileReadiness(
  databaseUrl: string,
  { migrations, leastSpace = LEAST_SPACE }: Options = {},
): () => Promise<Hindrance | undefined> {
  const file = databaseFile(databaseUrl);
  const identity = () => {
    // Resolved each time: a restart would open what a link points to now.
    const stats = fs.statSync(databaseFile(databaseUrl), { bigint: true, throwIfNoEntry: false });
    return stats && `${stats.dev}:${stats.ino}`;
  };
  const opened = identity();
  const isHeldTooLong = heldTooLong(() => !tryReadAndWrite(file));
  return async () => {
    try {
      const present = identity();
      if (!present) return { cause: 'The database file is missing.' };
      if (present !== opened) return { cause: 'The database file was replaced. Restart the server.' };
      await runtime.api?.context.db.assertSchema();
      if (isHeldTooLong()) return { cause: 'The database is held by another process.' };
      const { kind } = fileState(databaseUrl, { directory: migrations });
      if (kind !== 'current') return { cause: 'The database lacks migrations.' };
      const { bavail, bsize, blocks } = await fs.promises.statfs(path.dirname(file));
      // Some file systems don't count their blocks.
      if (blocks > 0 && bavail * bsize < leastSpace)
        return { cause: 'The disk that holds the database is nearly full.' };
      return undefined;
    } catch (error) {
      return hindranceOf(error);
    }
  };
}

/**
 * @returns false if another connection is writing
 * @throws SQLite's error if the file can't be read or written
 */
function tryReadAndWrite(file: string): boolean {
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
 * @param isHeld whether another process holds the database at this moment
 * @returns whether another process has held it too long, without a transaction of this one between
 */
function heldTooLong(isHeld: () => boolean): () => boolean {
  let since: number | undefined;
  let watch: NodeJS.Timeout | undefined;
  const release = () => {
    since = undefined;
    clearInterval(watch);
  };
  const check = () => {
    try {
      if (!isHeld()) release();
    } catch {
      // The next probe reports what is wrong.
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
      watch = setInterval(check, INTERVAL).unref();
    }
    return performance.now() - Math.max(since, writeLoad.committedAt) >= LOCK_PATIENCE_MS;
  };
}

/**
 * Checks a PostgreSQL database on a connection of its own: that it can be reached, takes writes and has all migrations.
 * @param databaseUrl `postgresql://…`
 */
function postgresReadiness(databaseUrl: string): () => Promise<Hindrance | undefined> {
  return async () => {
    const pool = openPool(databaseUrl, { connections: 1, readOnly: false });
    try {
      await runtime.api?.context.db.assertSchema();
      const { rows } = await pool.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
      if (rows[0]?.transaction_read_only === 'on') return { cause: 'The database takes no writes.' };
      const { kind } = await databaseState(databaseUrl);
      return kind === 'current' ? undefined : { cause: 'The database lacks migrations.' };
    } catch (error) {
      return hindranceOf(error);
    } finally {
      await pool.end();
    }
  };
}

/**
 * @param databaseUrl of a migrated database
 * @returns finds what keeps the site from serving
 */
export const readinessCheck = (databaseUrl: string): (() => Promise<Hindrance | undefined>) =>
  isPostgresUrl(databaseUrl) ? postgresReadiness(databaseUrl) : fileReadiness(databaseUrl);
