import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { isPostgresUrl, withoutPassword } from '@/lib/config/database-url';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { databaseFile } from '@/lib/server/database/database-name';
import { fileExists } from '@/lib/server/database/file-exists';
import { openPool } from '@/lib/server/database/postgres/postgres-pool';
import { refuseUnfit } from '@/lib/server/database/postgres/refuse-unfit';
import { refuseUnfinishedCopy } from '@/lib/server/database/postgres/unfinished-copy';
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

const RECORDED =
  'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL';

/** The migrations recorded in a SQLite database, except those rolled back. */
function recordedInFile(file: string): Recorded[] {
  const database = new Database(file, { fileMustExist: true });
  try {
    const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all();
    if (tables.includes('_prisma_migrations')) return database.prepare<[], Recorded>(RECORDED).all();
    if (tables.length === 0) return [];
    throw new Stop(
      `The database ${file} contains tables of another program. Name another file in DATABASE_URL.`,
    );
  } finally {
    database.close();
  }
}

/**
 * The migrations recorded in a PostgreSQL database, except those rolled back; null if it is empty.
 * @returns with them, what refuses a database whose tables this user can't migrate
 */
async function recordedInPostgres(
  databaseUrl: string,
): Promise<{ recorded: Recorded[] | null; requireMigratable: () => void }> {
  const pool = openPool(databaseUrl, { connections: 1, readOnly: true });
  try {
    const requireMigratable = await refuseUnfit(pool, withoutPassword(databaseUrl));
    const { rows } = await pool.query<{ name: string }>(
      `SELECT tablename AS "name" FROM pg_tables WHERE schemaname = current_schema()`,
    );
    refuseUnfinishedCopy(
      rows.map(({ name }) => name),
      withoutPassword(databaseUrl),
    );
    if (rows.some(({ name }) => name === '_prisma_migrations'))
      return { recorded: (await pool.query<Recorded>(RECORDED)).rows, requireMigratable };
    if (rows.length === 0) return { recorded: null, requireMigratable };
  } finally {
    await pool.end();
  }
  throw new Stop(
    `The database ${withoutPassword(databaseUrl)} contains tables of another program. Name another database in DATABASE_URL.`,
  );
}

/**
 * Compares a database with the migrations, in a few milliseconds: it doesn't load the schema engine.
 *
 * @param databaseUrl `file:…` or `postgresql://…`
 * @param options.directory the migrations folder
 * @throws Stop if the database is newer than the code, was migrated with different SQL, or has a half-finished
 *   migration; also if it is an unfinished copy or can't be used at all
 */
export async function databaseState(
  databaseUrl: string,
  { directory }: { directory?: string | undefined } = {},
): Promise<DatabaseState> {
  if (!isPostgresUrl(databaseUrl)) return fileState(databaseUrl, { directory });
  const migrations = readMigrations(directory ?? projectMigrations.postgresql);
  const name = withoutPassword(databaseUrl);
  try {
    const { recorded, requireMigratable } = await recordedInPostgres(databaseUrl);
    const state = recorded
      ? stateOf(name, migrations, recorded)
      : { kind: 'missing' as const, pending: migrations.map(({ name }) => name) };
    if (state.kind !== 'current') requireMigratable();
    return state;
  } catch (error) {
    throw explainDatabaseFailure(error, name);
  }
}

/** The same for a SQLite database. @param databaseUrl `file:…` */
export function fileState(
  databaseUrl: string,
  { directory = projectMigrations.sqlite }: { directory?: string | undefined } = {},
): DatabaseState {
  const file = databaseFile(databaseUrl);
  const migrations = readMigrations(directory);
  const names = migrations.map(({ name }) => name);
  if (!fileExists(file)) return { kind: 'missing', pending: names };
  let recorded: Recorded[];
  try {
    fs.accessSync(file, fs.constants.W_OK);
    fs.accessSync(path.dirname(file), fs.constants.W_OK);
    recorded = recordedInFile(file);
  } catch (error) {
    throw explainDatabaseFailure(error, file);
  }
  return stateOf(file, migrations, recorded);
}

function stateOf(name: string, migrations: Migration[], recorded: Recorded[]): DatabaseState {
  refuseOtherHistory(name, migrations, recorded);
  const applied = new Set(recorded.map((row) => row.migration_name));
  const pending = migrations.map(({ name }) => name).filter((name) => !applied.has(name));
  return { kind: pending.length > 0 ? 'behind' : 'current', pending };
}

/** @param name the database, for people */
function refuseOtherHistory(name: string, migrations: Migration[], recorded: Recorded[]): void {
  const named = (rows: Recorded[]) => rows.map((row) => row.migration_name).join(', ');
  const onDisk = new Map(migrations.map((migration) => [migration.name, migration]));
  const unknown = recorded.filter((row) => !onDisk.has(row.migration_name));
  if (unknown.length > 0)
    throw new Stop(
      `The database ${name} is newer than this code: it has ${named(unknown)}. Update the code, restore an older database, or name another one in DATABASE_URL.`,
    );
  const unfinished = recorded.filter((row) => row.finished_at === null);
  if (unfinished.length > 0)
    throw new Stop(`In the database ${name} ${named(unfinished)} failed half-way. Restore it from a backup.`);
  const edited = recorded.filter((row) => {
    const migration = onDisk.get(row.migration_name);
    return migration && !hasChecksum(migration, row.checksum);
  });
  if (edited.length > 0)
    throw new Stop(
      `The database ${name} was migrated by another text of ${named(edited)}. Restore the file prisma/migrations had and put the change into a new migration (npm run migration:new NAME).`,
    );
}
