import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of its own for a test: migrated, with the plans. */
export interface TestDatabase {
  url: string;
  remove(): Promise<void>;
}

/** Whether this is the run on PostgreSQL. */
export const onPostgres = Boolean(process.env.TEST_POSTGRES_URL);

/**
 * Copies the migrated database: a SQLite file, or a PostgreSQL database on the server that TEST_POSTGRES_URL names.
 */
export async function copyTestDatabase(): Promise<TestDatabase> {
  const empty = inject('emptyDatabase');
  return empty.startsWith('postgresql://') ? copyPostgres(empty) : copyFile(empty);
}

function copyFile(empty: string): TestDatabase {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-api-'));
  const file = path.join(folder, 'test.db');
  copyFileSync(empty, file);
  return { url: `file:${file}`, remove: async () => rmSync(folder, { recursive: true }) };
}

async function copyPostgres(empty: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = databaseUrl(empty, name);
  await runOn(empty, `CREATE DATABASE "${name}" TEMPLATE "${new URL(empty).pathname.slice(1)}"`);
  return { url, remove: () => runOn(empty, `DROP DATABASE "${name}" WITH (FORCE)`) };
}

/** The URL of another database of the same server. */
export function databaseUrl(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/** Runs a statement on the server's own database, so that no other one is in use. */
export async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(url, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
