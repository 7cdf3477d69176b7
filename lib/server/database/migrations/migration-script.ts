import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { migrationsList } from './read-migrations';
import { type AdapterFactory, noFilters, openSchemaEngine } from './schema-engine';

/**
 * The engine replays a migration file in one call, but better-sqlite3 prepares a single statement. SQL without
 * arguments therefore runs as a script.
 */
function inMemoryFactory(): AdapterFactory {
  const factory = new PrismaBetterSqlite3({ url: ':memory:' });
  const open = async () => {
    const adapter = await factory.connectToShadowDb();
    const executeRaw = adapter.executeRaw.bind(adapter);
    adapter.executeRaw = async (query) => {
      if (query.args.length > 0) return executeRaw(query);
      await adapter.executeScript(query.sql);
      return 0;
    };
    return adapter;
  };
  return {
    adapterName: factory.adapterName,
    provider: factory.provider,
    connect: open,
    connectToShadowDb: open,
  };
}

/**
 * @param directory the migrations folder
 * @param schema the text of schema.prisma
 * @returns the SQL that brings the migrations up to the schema; empty if they agree
 */
export async function migrationScript(directory: string, schema: string): Promise<string> {
  const engine = await openSchemaEngine(inMemoryFactory());
  try {
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...migrationsList(directory) },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
      script: true,
      exitCode: null,
      filters: noFilters,
    });
    return stdout && !stdout.includes('-- This is an empty migration.') ? stdout : '';
  } finally {
    engine.free();
  }
}
