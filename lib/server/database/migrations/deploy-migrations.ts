import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { isPostgresUrl } from '@/lib/config/database-url';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { databaseFile, databaseName } from '@/lib/server/database/database-name';
import { fileExists } from '@/lib/server/database/file-exists';
import { DatabaseHeld, type DatabaseLock, lockDatabase } from '@/lib/server/database/sqlite/database-lock';
import { Stop } from '@/scripts/console/stop.mjs';
import { makeFolder } from '@/scripts/setup/make-folder.mjs';
import { databaseState, fileState } from './database-state';
import { openPostgresTransaction } from './postgres-transaction';
import { migrationsList, type Provider, projectMigrations, readMigrations } from './read-migrations';
import { engineFilters, openSchemaEngine } from './schema-engine';
import { type OpenTransaction, openSqliteTransaction } from './sqlite-transaction';
import { requireUnusedDatabase } from './unused-database';

interface DeployOptions {
  /** The migrations folder. */
  directory?: string;
  /**
   * Called before a SQLite database that has tables is changed, when no other process uses it.
   * @param file of the database
   * @param lastMigration that it has
   */
  beforeMigration?: (file: string, lastMigration: string) => Promise<void>;
  /** How long (ms) it waits on PostgreSQL for the processes that serve the database. */
  patience?: number;
}

/**
 * Brings a database up to the migrations, creating a missing SQLite file and its folder, and records them
 * as `prisma migrate deploy` does. Everything is one transaction: a failure leaves the database as it was. Safe to
 * run twice, and by several processes at once.
 *
 * @param databaseUrl `file:…` or `postgresql://…`
 * @returns the names applied by this call, in order
 * @throws Stop for everything that `databaseState` refuses, a migration that fails, a file that can't be written, and a
 *   database that another process serves
 */
export async function deployMigrations(
  databaseUrl: string,
  { directory, beforeMigration, patience }: DeployOptions = {},
): Promise<string[]> {
  const provider = isPostgresUrl(databaseUrl) ? 'postgresql' : 'sqlite';
  const folder = directory ?? projectMigrations[provider];
  if ((await databaseState(databaseUrl, { directory: folder })).kind === 'current') return [];
  try {
    return provider === 'postgresql'
      ? await deployOnPostgres(databaseUrl, folder, patience)
      : await deployOnSqlite(databaseUrl, folder, beforeMigration);
  } catch (error) {
    throw explainDatabaseFailure(error, databaseName(databaseUrl));
  }
}

async function deployOnPostgres(
  databaseUrl: string,
  folder: string,
  patience: number | undefined,
): Promise<string[]> {
  const migrations = readMigrations(folder).map(({ name }) => name);
  return applyIn(await openPostgresTransaction(databaseUrl, { migrations, patience }), 'postgresql', folder);
}

async function deployOnSqlite(
  databaseUrl: string,
  folder: string,
  beforeMigration: DeployOptions['beforeMigration'],
): Promise<string[]> {
  const file = databaseFile(databaseUrl);
  makeFolder(path.dirname(file));
  const pending = () => fileState(databaseUrl, { directory: folder }).pending;
  const isPending = () => pending().length > 0;
  const lock = await lockForMigrations(file, isPending);
  try {
    const unapplied = new Set(pending());
    if (unapplied.size === 0) return [];
    const last = readMigrations(folder).findLast(({ name }) => !unapplied.has(name));
    if (fileExists(file)) await refuseOpenDatabase(file);
    // SQLite would make it readable for every user; its -wal and -shm get the permissions of the file.
    else fs.closeSync(fs.openSync(file, 'a', 0o600));
    if (last) await beforeMigration?.(file, last.name);
    return await applyIn(await openSqliteTransaction(file), 'sqlite', folder);
  } finally {
    lock?.release();
  }
}

/** How long (ms) one deploy waits for that of another process. */
const PATIENCE = 60_000;
const RETRY_MS = 50;

/**
 * @returns null if another process has migrated the database, which it may serve by now
 * @throws DatabaseHeld if another process serves or replaces it
 */
async function lockForMigrations(file: string, isPending: () => boolean): Promise<DatabaseLock | null> {
  const until = performance.now() + PATIENCE;
  for (;;) {
    try {
      return lockDatabase(file, 'migrate');
    } catch (error) {
      if (!(error instanceof DatabaseHeld)) throw error;
      if (!isPending()) return null;
      if (error.holder?.purpose !== 'migrate' || performance.now() >= until) throw error;
    }
    await delay(RETRY_MS);
  }
}

/** How long (ms) a process may have the file open that only looks at it, as other deploys do. */
const LOOKING_MS = 3_000;

/** A server of a release without the lock has the file open. */
async function refuseOpenDatabase(file: string): Promise<void> {
  const until = performance.now() + LOOKING_MS;
  for (;;) {
    try {
      return requireUnusedDatabase(file);
    } catch (error) {
      if (!(error instanceof Stop) || error.cause || performance.now() >= until) throw error;
    }
    await delay(RETRY_MS);
  }
}

async function applyIn(transaction: OpenTransaction, provider: Provider, folder: string): Promise<string[]> {
  try {
    const applied = await applyMigrations(transaction, provider, folder);
    if (applied.length > 0 && provider === 'sqlite') await refuseBrokenReferences(transaction.adapter);
    await transaction.commit();
    return applied;
  } finally {
    await transaction.close();
  }
}

async function applyMigrations(
  { adapter, firstError }: OpenTransaction,
  provider: Provider,
  directory: string,
): Promise<string[]> {
  const connect = async () => adapter;
  const engine = await openSchemaEngine({
    adapterName: adapter.adapterName,
    provider: adapter.provider,
    connect,
    connectToShadowDb: connect,
  });
  try {
    const input = { migrationsList: migrationsList(directory, provider), filters: engineFilters(provider) };
    return (await engine.applyMigrations(input)).appliedMigrationNames;
  } catch (error) {
    throw explainMigrationFailure(error, firstError());
  } finally {
    engine.free();
  }
}

async function refuseBrokenReferences(adapter: SqlDriverAdapter): Promise<void> {
  const { rows } = await adapter.queryRaw({ sql: 'PRAGMA foreign_key_check', args: [], argTypes: [] });
  const tables = [...new Set(rows.map(([table]) => table))].join(', ');
  if (rows.length > 0)
    throw new Stop(
      `The migrations would leave ${rows.length} rows in ${tables} that refer to nothing. The database is unchanged. Correct the newest migration and run the command again.`,
    );
}

/** The codes for a mistake in the SQL, or rows that it doesn't fit. */
const MISTAKE = /^(SQLITE_ERROR|SQLITE_CONSTRAINT.*|(22|23|42)[0-9A-Z]{3})$/;

/** @param firstError of the database, if it failed */
function explainMigrationFailure(engineError: unknown, firstError: unknown): unknown {
  if (!firstError) return engineError;
  const name = /migration_name="([^"]+)"/.exec(String((engineError as Error).message))?.[1];
  const { cause } = firstError as { cause?: { originalCode?: string; originalMessage?: string } };
  if (!name || !MISTAKE.test(cause?.originalCode ?? '')) return firstError;
  return new Stop(
    `The migration ${name} failed: ${cause?.originalMessage}. The database is unchanged. Correct it and run the command again.`,
  );
}
