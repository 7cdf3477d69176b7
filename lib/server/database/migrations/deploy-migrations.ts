import fs from 'node:fs';
import path from 'node:path';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { databaseFile } from '@/lib/server/runtime/project-environment';
import { Stop } from '@/scripts/console/stop.mjs';
import { makeFolder } from '@/scripts/setup/make-folder.mjs';
import { databaseState } from './database-state';
import { migrationsList, projectMigrations } from './read-migrations';
import { noFilters, openSchemaEngine } from './schema-engine';
import { type OpenTransaction, openInTransaction } from './transaction-adapter';

/**
 * Brings a database up to the migrations, creating the file and its folder if they are missing, and records them
 * as `prisma migrate deploy` does. Everything is one transaction: a failure leaves the database as it was. Safe to
 * run twice, and by several processes at once.
 *
 * @param databaseUrl `file:…`
 * @param options.directory the migrations folder
 * @returns the names applied by this call, in order
 * @throws Stop for everything that `databaseState` refuses, a migration that fails, and a file that can't be written
 */
export async function deployMigrations(
  databaseUrl: string,
  { directory = projectMigrations } = {},
): Promise<string[]> {
  if (databaseState(databaseUrl, { directory }).kind === 'current') return [];
  const file = databaseFile(databaseUrl);
  try {
    makeFolder(path.dirname(file));
    // SQLite would make it readable for every user; its -wal and -shm get the permissions of the file.
    fs.closeSync(fs.openSync(file, 'a', 0o600));
    const transaction = await openInTransaction(file);
    try {
      const applied = await applyMigrations(transaction, directory);
      await transaction.commit();
      return applied;
    } finally {
      await transaction.close();
    }
  } catch (error) {
    throw explainDatabaseFailure(error, file);
  }
}

async function applyMigrations(
  { adapter, firstError }: OpenTransaction,
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
    const input = { migrationsList: migrationsList(directory), filters: noFilters };
    const { appliedMigrationNames } = await engine.applyMigrations(input);
    if (appliedMigrationNames.length > 0) await refuseBrokenReferences(adapter);
    return appliedMigrationNames;
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

/** @param sqliteError SQLite's first error, if SQLite failed */
function explainMigrationFailure(engineError: unknown, sqliteError: unknown): unknown {
  if (!sqliteError) return engineError;
  const name = /migration_name="([^"]+)"/.exec(String((engineError as Error).message))?.[1];
  const { cause } = sqliteError as { cause?: { originalCode?: string; originalMessage?: string } };
  if (
    !name ||
    (cause?.originalCode !== 'SQLITE_ERROR' && !cause?.originalCode?.startsWith('SQLITE_CONSTRAINT'))
  )
    return sqliteError;
  return new Stop(
    `The migration ${name} failed: ${cause.originalMessage}. The database is unchanged. Correct it and run the command again.`,
  );
}
