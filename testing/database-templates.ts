import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { TestProject } from 'vitest/node';
import { syncPlans } from '@/lib/server/billing/plans';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { databaseUrl, runOn } from '@/testing/postgres/run-on';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * A database with all migrations and the plans, to copy: a SQLite file or, in the run on PostgreSQL, a URL.
     */
    emptyDatabase: string;
  }
}

// On globalThis: each project of Vitest loads a copy of this module, and the schema engine runs once in a process.
const holder = globalThis as typeof globalThis & { emptyDatabase?: Promise<string> };

/** Vitest's global set-up: builds, by the real migrations, the database that tests copy, once for all projects. */
export default async function setup(project: TestProject) {
  const server = process.env.TEST_POSTGRES_URL;
  holder.emptyDatabase ??= server ? buildPostgres(server) : buildDatabase();
  const empty = await holder.emptyDatabase;
  project.provide('emptyDatabase', empty);
  return () =>
    empty.startsWith('postgresql:')
      ? undefined
      : rmSync(path.dirname(empty), { recursive: true, force: true });
}

/** @param server the PostgreSQL server for tests, of which any database may be named */
async function buildPostgres(server: string): Promise<string> {
  const name = 'switchyard_empty';
  await runOn(server, `DROP DATABASE IF EXISTS "${name}"`);
  await runOn(server, `CREATE DATABASE "${name}"`);
  const url = databaseUrl(server, name);
  await fill(url);
  return url;
}

async function fill(url: string): Promise<void> {
  await deployMigrations(url);
  const db = openDatabase(url);
  await syncPlans(serverContext(db));
  await db.close();
}

/** @returns the file, in a folder of its own */
async function buildDatabase(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-test-'));
  // Vitest doesn't tear down a run that is ended by a signal.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'empty.db');
  await fill(`file:${file}`);
  // Pages that migrations have freed would be space on a disk that a test lets be full.
  const database = new Database(file);
  database.exec('VACUUM');
  database.close();
  return file;
}
