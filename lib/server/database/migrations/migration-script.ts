import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { openPool } from '@/lib/server/database/postgres/postgres-pool';
import { migrationsList, type Provider } from './read-migrations';
import { type AdapterFactory, engineFilters, openSchemaEngine } from './schema-engine';

/**
 * Runs SQL without arguments as a script. The engine replays a migration file in one call. But only single
 * statements can be prepared, and the stock adapter for PostgreSQL splits a script inside its functions.
 */
const scripted = (
  adapter: SqlDriverAdapter,
  runScript: (sql: string) => Promise<unknown>,
): SqlDriverAdapter => {
  const executeRaw = adapter.executeRaw.bind(adapter);
  adapter.executeRaw = async (query) => {
    if (query.args.length > 0) return executeRaw(query);
    await runScript(query.sql);
    return 0;
  };
  adapter.executeScript = async (sql) => void (await runScript(sql));
  return adapter;
};

function sqliteInMemory(): AdapterFactory {
  const factory = new PrismaBetterSqlite3({ url: ':memory:' });
  const open = async () => {
    const adapter = await factory.connectToShadowDb();
    return scripted(adapter, adapter.executeScript.bind(adapter));
  };
  return { ...factory, connect: open, connectToShadowDb: open };
}

/** The stock adapter refuses columns of the type "char", which only PostgreSQL's own tables have. */
function readingCatalog(pool: pg.Pool): pg.Pool {
  const query = async (...request: [pg.QueryArrayConfig]) => {
    const result = await pool.query(...request);
    for (const field of result.fields)
      if (field.dataTypeID === pg.types.builtins.CHAR) field.dataTypeID = pg.types.builtins.BPCHAR;
    return result;
  };
  return Object.assign(Object.create(pool), { query });
}

/** @param url of an empty database, which the engine fills */
function emptyPostgres(url: string): AdapterFactory {
  const open = async () => {
    const pool = openPool(url, { connections: 1, readOnly: false });
    const adapter = await new PrismaPg(readingCatalog(pool)).connect();
    adapter.dispose = () => pool.end();
    return scripted(adapter, (sql) => pool.query(sql));
  };
  const { adapterName, provider } = new PrismaPg({});
  return { adapterName, provider, connect: open, connectToShadowDb: open };
}

interface History {
  provider: Provider;
  /** The migrations folder. */
  directory: string;
}

/**
 * @param schema the text of prisma/schema.prisma, for this provider
 * @param emptyDatabase the URL of an empty PostgreSQL database, for its history
 * @returns the SQL that brings the migrations up to the schema; empty if they agree
 */
export async function migrationScript(
  { provider, directory }: History,
  schema: string,
  emptyDatabase = '',
): Promise<string> {
  const isPostgres = provider === 'postgresql';
  const engine = await openSchemaEngine(isPostgres ? emptyPostgres(emptyDatabase) : sqliteInMemory());
  try {
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...migrationsList(directory, provider) },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
      script: true,
      exitCode: null,
      filters: engineFilters(provider),
    });
    if (!stdout || stdout.includes('-- This is an empty migration.')) return '';
    // Texts are compared byte by byte, as on SQLite, whatever the locale of the database.
    return isPostgres ? stdout.replace(/" TEXT\b/g, '" TEXT COLLATE "C"') : stdout;
  } finally {
    engine.free();
  }
}
