import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { fileExists } from '@/lib/server/database/file-exists';
import { databaseFile } from '@/lib/server/runtime/project-environment';
import { Stop } from '@/scripts/console/stop.mjs';
import { hasChecksum, type Migration, projectMigrations, readMigrations } from './read-migrations';

interface Recorded {
  migration_name: string;
  checksum: string;
  finished_at: unknown;
}

interface DatabaseState {
  kind: 'missing' | 'behind' | 'current';
  /** The names of the migrations still to be applied. */
  pending: string[];
}

/** The migrations recorded in a database, except those rolled back. */
function recordedMigrations(file: string): Recorded[] {
  const database = new Database(file, { fileMustExist: true });
  try {
    const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all();
    if (tables.includes('_prisma_migrations')) {
      const query =
        'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL';
      return database.prepare<[], Recorded>(query).all();
    }
    if (tables.length === 0) return [];
    throw new Stop(
      `The database ${file} contains tables of another program. Name another file in DATABASE_URL.`,
    );
  } finally {
    database.close();
  }
}

/**
 * Compares a database with the migrations, in a few milliseconds: it does not load the schema engine.
 *
 * @param databaseUrl `file:…`
 * @param options.directory the migrations folder
 * @throws Stop if the database is newer than the code, was migrated with different SQL, has a migration that failed
 *   halfway, or can't be used at all
 */
export function databaseState(databaseUrl: string, { directory = projectMigrations } = {}): DatabaseState {
  const file = databaseFile(databaseUrl);
  const migrations = readMigrations(directory);
  const names = migrations.map(({ name }) => name);
  if (!fileExists(file)) return { kind: 'missing', pending: names };
  let recorded: Recorded[];
  try {
    fs.accessSync(file, fs.constants.W_OK);
    fs.accessSync(path.dirname(file), fs.constants.W_OK);
    recorded = recordedMigrations(file);
  } catch (error) {
    throw explainDatabaseFailure(error, file);
  }
  refuseOtherHistory(file, migrations, recorded);
  const applied = new Set(recorded.map((row) => row.migration_name));
  const pending = names.filter((name) => !applied.has(name));
  return { kind: pending.length > 0 ? 'behind' : 'current', pending };
}

function refuseOtherHistory(file: string, migrations: Migration[], recorded: Recorded[]): void {
  const named = (rows: Recorded[]) => rows.map((row) => row.migration_name).join(', ');
  const onDisk = new Map(migrations.map((migration) => [migration.name, migration]));
  const unknown = recorded.filter((row) => !onDisk.has(row.migration_name));
  if (unknown.length > 0)
    throw new Stop(
      `The database ${file} is newer than this code: it has ${named(unknown)}. Update the code, restore an older database, or name another file in DATABASE_URL.`,
    );
  const unfinished = recorded.filter((row) => row.finished_at === null);
  if (unfinished.length > 0)
    throw new Stop(`In the database ${file} ${named(unfinished)} failed half-way. Restore it from a backup.`);
  const edited = recorded.filter((row) => {
    const migration = onDisk.get(row.migration_name);
    return migration && !hasChecksum(migration, row.checksum);
  });
  if (edited.length > 0)
    throw new Stop(
      `The database ${file} was migrated by another text of ${named(edited)}. Restore the file prisma/migrations had and put the change into a new migration (npm run migration:new NAME).`,
    );
}
