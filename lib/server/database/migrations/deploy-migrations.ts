import fs from 'node:fs';
import path from 'node:path';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { isPostgresUrl } from '@/lib/config/database-url';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { databaseFile, databaseName } from '@/lib/server/runtime/project-environment';
import { Stop } from '@/scripts/console/stop.mjs';
import { makeFolder } from '@/scripts/setup/make-folder.mjs';
import { databaseState } from './database-state';
import { openPostgresTransaction } from './postgres-transaction';
import { migrationsList, type Provider, projectMigrations } from './read-migrations';
import { engineFilters, openSchemaEngine } from './schema-engine';
import { type OpenTransaction, openSqliteTransaction } from './sqlite-transaction';

/**
 * Brings a database up to the migrations, creating a missing SQLite file and its folder, and records them
 * as `prisma migrate deploy` does. Everything is one transaction: a failure leaves the database as it was. Safe to
 * run twice, and by several processes at once.
 *
 * @param databaseUrl `file:…` or `postgresql://…`
 * @param options.directory the migrations folder
 * @returns the names applied by this call, in order
 * @throws Stop for everything that `databaseState` refuses, a migration that fails, and a file that can't be written
 */
export async function deployMigrations(
  databaseUrl: string,
  { directory }: { directory?: string } = {},
): Promise<string[]> {
  const provider = isPostgresUrl(databaseUrl) ? 'postgresql' : 'sqlite';
  const folder = directory ?? projectMigrations[provider];
  if ((await databaseState(databaseUrl, { directory: folder })).kind === 'current') return [];
  try {
    const transaction =
      provider === 'postgresql'
        ? await openPostgresTransaction(databaseUrl)
        : await openSqliteTransaction(madeFile(databaseUrl));
    try {
      const applied = await applyMigrations(transaction, provider, folder);
      if (applied.length > 0 && provider === 'sqlite') await refuseBrokenReferences(transaction.adapter);
      await transaction.commit();
      return applied;
    } finally {
      await transaction.close();
    }
  } catch (error) {
    throw explainDatabaseFailure(error, databaseName(databaseUrl));
  }
}

/** The database's file, created with its folder if they are missing. */
function madeFile(databaseUrl: string): string {
  const file = databaseFile(databaseUrl);
  makeFolder(path.dirname(file));
  // SQLite would make it readable for every user; its -wal and -shm get the permissions of the file.
  fs.closeSync(fs.openSync(file, 'a', 0o600));
  return file;
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
