import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { inject } from 'vitest';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { openDatabase } from '@/lib/server/database/open-database';
import { openMemoryPostgres } from '@/lib/server/database/postgres/memory-postgres';
import { type ServerContext, serverContext } from '@/lib/server/runtime/context';

/** A database with audit trails, which tests change as an attacker could who has the database itself. */
export interface TrailStore {
  /** The database as it was filled. @returns its URL, until the next call */
  fresh(): Promise<string>;
  /** Runs statements without the triggers. */
  tamper(url: string, statements: string[]): Promise<void>;
  /** A moment in SQL. @param milliseconds since 1970, perhaps an expression */
  moment(milliseconds: number | string): string;
  close(): Promise<void>;
}

type Fill = (ctx: ServerContext) => Promise<unknown>;

/** Does work of the product on a database. @param now the time of its clock */
export async function withContext(url: string, now: Date, work: Fill): Promise<void> {
  const db = openDatabase(url);
  try {
    await work({ ...serverContext(db), now: () => now });
  } finally {
    await db.close();
  }
}

/** Fills a database of each kind, which is migrated and empty. */
export const trailStores: Record<'SQLite' | 'PostgreSQL', (now: Date, fill: Fill) => Promise<TrailStore>> = {
  SQLite: async (now, fill) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-trail-'));
    const whole = path.join(folder, 'whole.db');
    copyFileSync(inject('emptyDatabase'), whole);
    await withContext(`file:${whole}`, now, fill);
    let copies = 0;
    return {
      fresh: async () => {
        copies += 1;
        const copy = path.join(folder, `${copies}.db`);
        copyFileSync(whole, copy);
        return `file:${copy}`;
      },
      tamper: async (url, statements) => {
        const raw = new Sqlite(url.replace('file:', ''));
        const triggers = raw.prepare(`SELECT "name" FROM sqlite_master WHERE "type" = 'trigger'`).pluck();
        for (const name of triggers.all()) raw.exec(`DROP TRIGGER "${name}"`);
        for (const statement of statements) raw.exec(statement);
        raw.close();
      },
      moment: String,
      close: async () => rmSync(folder, { recursive: true }),
    };
  },
  PostgreSQL: async (now, fill) => {
    const { url, close } = await openMemoryPostgres();
    await deployMigrations(url);
    const plan = `INSERT INTO "Plan" VALUES ('plan_basic', 'Basic', 0, NULL, NULL, 0), ('plan_enterprise', 'Enterprise', 0, NULL, NULL, 1)`;
    await runScript(url, [plan]);
    await withContext(url, now, fill);
    const tables = ['Plan', 'Account', 'AuditEvent', 'AuditLink', 'AuditCheckpoint'];
    await runScript(url, [
      'CREATE SCHEMA "whole"',
      ...tables.map((table) => `CREATE TABLE "whole"."${table}" AS TABLE "${table}"`),
    ]);
    return {
      fresh: async () => {
        const refilled = tables.flatMap((table) => [
          `DELETE FROM "${table}"`,
          `INSERT INTO "${table}" SELECT * FROM "whole"."${table}"`,
        ]);
        await runScript(url, refilled);
        return url;
      },
      tamper: runScript,
      moment: (milliseconds) => `to_timestamp((${milliseconds}) / 1000.0) AT TIME ZONE 'UTC'`,
      close,
    };
  },
};

/** In one transaction, whose role has no triggers and no foreign keys. */
async function runScript(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const script = ['BEGIN', 'SET LOCAL session_replication_role = replica', ...statements, 'COMMIT'];
    await client.query(script.join(';\n'));
  } finally {
    await client.end();
  }
}
