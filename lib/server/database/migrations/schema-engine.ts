// @ts-check
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

/** @typedef {import('@prisma/driver-adapter-utils').SqlMigrationAwareDriverAdapterFactory} AdapterFactory */

/** @type {Promise<void> | undefined} */
let loaded;

async function load() {
  const script = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasm = fs.readFileSync(script.replace(/\.js$/, '.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': { ...bindings } });
  bindings.__wbg_set_wasm(instance.exports);
  /** @type {() => void} */ (instance.exports.__wbindgen_start)();
}

/**
 * Prisma's own schema engine, in its WebAssembly build: the native one is a download.
 *
 * @param {AdapterFactory} factory opens the database; the engine never closes what it opened
 * @returns {Promise<bindings.SchemaEngine>} to be freed by the caller
 */
export async function openSchemaEngine(factory) {
  loaded ??= load();
  await loaded;
  return bindings.SchemaEngine.new(
    { datamodels: undefined },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  );
}

/** The engine's filter that leaves nothing out. */
export const noFilters = { externalTables: [], externalEnums: [] };
