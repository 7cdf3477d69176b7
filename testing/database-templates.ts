import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { syncPlans } from '@/lib/server/billing/sync-plans';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A database file with all migrations and the plans, to copy. */
    emptyDatabase: string;
  }
}

// On globalThis: each project of Vitest loads a copy of this module, and the schema engine runs once in a process.
const holder = globalThis as typeof globalThis & { emptyDatabase?: Promise<string> };

/** Vitest's global set-up: builds, by the real migrations, the database that tests copy, once for all projects. */
export default async function setup(project: TestProject) {
  holder.emptyDatabase ??= buildDatabase();
  const file = await holder.emptyDatabase;
  project.provide('emptyDatabase', file);
  return () => rmSync(path.dirname(file), { recursive: true, force: true });
}

/** @returns the file, in a folder of its own */
async function buildDatabase(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-test-'));
  // Vitest doesn't tear down a run that is ended by a signal.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'empty.db');
  await deployMigrations(`file:${file}`);
  const db = openDatabase(`file:${file}`);
  await syncPlans(serverContext(db));
  await db.close();
  return file;
}
