import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { syncPlans } from '@/lib/server/billing/sync-plans';
import { openDatabase } from '@/lib/server/database/database';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { serverContext } from '@/lib/server/runtime/context';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A database file with all migrations and the plans, to copy. */
    emptyDatabase: string;
  }
}

/** Vitest's global set-up: builds, by the real migrations, the database that tests copy. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-test-'));
  const file = path.join(folder, 'empty.db');
  await deployMigrations(`file:${file}`);
  const db = openDatabase(`file:${file}`);
  await syncPlans(serverContext(db));
  await db.close();
  project.provide('emptyDatabase', file);
  return () => rmSync(folder, { recursive: true });
}
