import fs from 'node:fs';
import { createRequire } from 'node:module';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

import type { Provider } from './read-migrations';

export type AdapterFactory = SqlMigrationAwareDriverAdapterFactory;

let loaded: Promise<void> | undefined;

async function load(): Promise<void> {
  const script = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasm = fs.readFileSync(script.replace(/\.js$/, '.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': { ...bindings } });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
}

/**
 * Prisma's own schema engine, in its WebAssembly build: the native one is a download.
 *
 * @param factory opens the database; the engine never closes it
 * @returns the engine, which the caller must free
 */
export async function openSchemaEngine(factory: AdapterFactory): Promise<bindings.SchemaEngine> {
  loaded ??= load();
  await loaded;
  return bindings.SchemaEngine.new(
    { datamodels: undefined },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  );
}

/** Tables outside Prisma's schema, which it leaves alone: the table of the rate limits on PostgreSQL. */
export const engineFilters = (provider: Provider) => ({
  externalTables: provider === 'postgresql' ? ['public.RateLimitCounter'] : [],
  externalEnums: [],
});
