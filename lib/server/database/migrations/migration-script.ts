// @ts-check
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { migrationsList } from './read-migrations';
import { noFilters, openSchemaEngine } from './schema-engine';

/**
 * The engine replays a migration file in one call, where better-sqlite3 prepares one statement: what carries no
 * arguments goes through its call for scripts.
 *
 * @returns {import('./schema-engine').AdapterFactory}
 */
function inMemoryFactory() {
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
 * @param {string} directory the migrations folder
 * @param {string} schema the text of schema.prisma
 * @returns {Promise<string>} the SQL that leads from the migrations to the schema; empty when they agree
 */
export async function migrationScript(directory, schema) {
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
