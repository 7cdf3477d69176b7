import { copyFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { Queries } from '@/lib/server/database/database';
import { databaseState } from '@/lib/server/database/migrations/database-state';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { openDatabase } from '@/lib/server/database/open-database';
import { type MemoryPostgres, openMemoryPostgres } from '@/lib/server/database/postgres/memory-postgres';
import { Prisma } from '@/prisma/generated/prisma/client';
import { databaseFolder, now, sql } from '@/testing/database-folder';
import { EXECUTIONS, fillEveryTable } from '@/testing/every-table';
import { copyDatabase } from './copy-database';

const places = databaseFolder();
let memory: MemoryPostgres;
let filled: string;
beforeAll(async () => {
  memory = await openMemoryPostgres();
});
afterAll(() => memory.close());

const said: string[] = [];
beforeEach(async () => {
  said.length = 0;
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  await postgres('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  if (filled) copyFileSync(filled, places.file);
  else {
    await fillEveryTable(places.file);
    filled = `${inject('emptyDatabase')}.filled-${process.pid}`;
    copyFileSync(places.file, filled);
  }
});

/** Runs statements in the target. */
async function postgres(script: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(memory.url);
  await client.connect();
  try {
    return (await client.query(script)).rows;
  } finally {
    await client.end();
  }
}

const copy = (options: { acceptBrokenChain?: boolean } = {}) =>
  copyDatabase({ file: places.file, databaseUrl: memory.url, acceptBrokenChain: false, now, ...options });

const change = (statement: string) => sql(places.file, (source) => source.exec(statement));

/** The rows of every model as the product reads them, in the order of their texts. */
async function everything(url: string): Promise<Map<string, string[]>> {
  const db = openDatabase(url);
  try {
    const found = new Map<string, string[]>();
    for (const model of Object.values(Prisma.ModelName)) {
      const delegate = db.prisma[`${model[0]?.toLowerCase()}${model.slice(1)}` as 'plan'] as Queries['plan'];
      found.set(model, (await delegate.findMany()).map(textOf).sort());
    }
    return found;
  } finally {
    await db.close();
  }
}

/** PostgreSQL orders the members of JSON objects by itself. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part) => {
    if (typeof part === 'bigint') return `${part}n`;
    const isObject = typeof part === 'object' && part !== null && !Array.isArray(part);
    return isObject ? Object.fromEntries(Object.entries(part).sort()) : part;
  });

const count = async (table: string) =>
  Number((await postgres(`SELECT count(*) AS "count" FROM "${table}"`))[0]?.count);

test('every row of every table arrives as it was, and the database is ready for a server', async () => {
  const before = await everything(`file:${places.file}`);
  // A model that this names needs rows in testing/every-table.ts.
  expect([...before].filter(([, rows]) => rows.length === 0).map(([model]) => model)).toEqual([]);
  await copy();
  const after = await everything(memory.url);
  for (const [model, rows] of before) expect(after.get(model), model).toEqual(rows);
  expect((await databaseState(memory.url)).kind).toBe('current');
  expect(await everything(`file:${places.file}`)).toEqual(before);
  await expect(postgres('DELETE FROM "AuditEvent"')).rejects.toThrow('append-only');
  // JSON's own null isn't an empty value.
  expect(await postgres(`SELECT "billTo"::text FROM "Invoice" ORDER BY "id"`)).toEqual([
    { billTo: 'null' },
    { billTo: null },
  ]);
});

describe('a copy that was cut off', () => {
  /** Stops at an execution in the second page. */
  async function cutOff(): Promise<void> {
    await deployMigrations(memory.url);
    await postgres(`
      CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''cut off''; END';
      CREATE TRIGGER cut BEFORE INSERT ON "Execution" FOR EACH ROW WHEN (NEW."id" = 'exe_05500')
      EXECUTE FUNCTION cut()`);
    await expect(copy()).rejects.toThrow('cut off');
    await postgres('DROP TRIGGER cut ON "Execution"');
  }

  test('is refused by servers, and continues without losing or doubling a row', async () => {
    await cutOff();
    expect(await count('Execution')).toBe(5_000);
    await expect(databaseState(memory.url)).rejects.toThrow(
      'is an unfinished copy of a SQLite database. Run npm run db:copy again, which finishes it',
    );
    await copy();
    expect(said).toContainEqual(expect.stringContaining('Execution: 6,000 rows, 5000 of them earlier'));
    expect(await count('Execution')).toBe(EXECUTIONS);
    expect(await everything(memory.url)).toEqual(await everything(`file:${places.file}`));
  });

  test.each([
    ['has changed since', `UPDATE "Execution" SET "latencyMs" = 6 WHERE "id" = 'exe_00001'`],
    ['has a new row', `INSERT INTO "KnownNetwork" VALUES ('hash', '198.51.100.0/24', 0)`],
  ])("doesn't continue if its source %s", async (_name, statement) => {
    await cutOff();
    change(statement);
    await expect(copy()).rejects.toThrow('contains the beginning of another copy');
    expect(await count('Execution')).toBe(5_000);
  });
});

describe('a difference stops the copy, and no server accepts it:', () => {
  test.each([
    [
      'a missing row',
      'Execution',
      `IF NEW."id" = 'exe_05500' THEN RETURN NULL; END IF;`,
      '5999 rows instead of 6000',
    ],
    ['another number', 'Invoice', `NEW."totalMicros" = 1;`, 'the sum of totalMicros is 2 instead of'],
    ['another text', 'User', `NEW."firstName" = upper(NEW."firstName");`, 'the rows have other values'],
    [
      'another time',
      'Session',
      `NEW."expiresAt" = NEW."expiresAt" + interval '1 ms';`,
      'the rows have other values',
    ],
    [
      'other JSON',
      'AuditEvent',
      `NEW."metadata" = NEW."metadata" || '{"x": 1}';`,
      'the rows have other values',
    ],
  ])('%s', async (_name, table, body, difference) => {
    await deployMigrations(memory.url);
    await postgres(`
      CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NEW; END $$;
      CREATE TRIGGER spoil BEFORE INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION spoil()`);
    await expect(copy()).rejects.toThrow(`differs from its source: ${table} (${difference}`);
    await expect(databaseState(memory.url)).rejects.toThrow('unfinished copy');
  });
});

test('a connection that breaks ends the copy with a sentence', async () => {
  const own = await openMemoryPostgres();
  let closed: Promise<void> | undefined;
  vi.spyOn(console, 'log').mockImplementation(() => {
    closed ??= own.close();
  });
  await expect(
    copyDatabase({ file: places.file, databaseUrl: own.url, acceptBrokenChain: false, now }),
  ).rejects.toThrow(/^The database postgresql:.* can't be reached\. Start PostgreSQL there/);
  await closed;
});

test("a value that PostgreSQL can't hold is named with table and id before anything is copied", async () => {
  change(`
    UPDATE "User" SET "firstName" = 'a' || char(0) WHERE "id" = 'usr_a';
    UPDATE "Template" SET "name" = CAST(x'ff41' AS TEXT);
    UPDATE "OutboundEmail" SET "params" = '{"a":["\\ud800"]}';
    UPDATE "Account" SET "settings" = '{"\\u0000":1}' WHERE "id" = 'acc_a'`);
  const refused = copy();
  await expect(refused).rejects.toThrow(/^PostgreSQL can't hold what .*site\.db contains: /);
  await expect(refused).rejects.toThrow('User usr_a, firstName: it contains the character U+0000');
  await expect(refused).rejects.toThrow("Template tpl_1, name: it isn't valid UTF-8");
  await expect(refused).rejects.toThrow('OutboundEmail eml_1, params: it contains half of a surrogate pair');
  await expect(refused).rejects.toThrow('Account acc_a, settings: it contains the character U+0000');
  expect(await count('Plan')).toBe(0);
  expect((await databaseState(memory.url)).kind).toBe('current');
});

test('a row that refers to nothing stops the copy with a sentence', async () => {
  sql(places.file, (source) => {
    source.pragma('foreign_keys = OFF');
    source.exec(`UPDATE "Session" SET "userId" = 'usr_gone'`);
  });
  await expect(copy()).rejects.toThrow(/^PostgreSQL refuses a row of Session: .*usr_gone/);
});

test('a target that has any row is refused, and stays as it was', async () => {
  await deployMigrations(memory.url);
  await postgres(`INSERT INTO "KnownNetwork" VALUES ('hash', 'net', now())`);
  await expect(copy()).rejects.toThrow("isn't empty: KnownNetwork has rows");
  expect(await count('Plan')).toBe(0);
});

test('a source is refused while another process has it open, is missing, or lacks migrations', async () => {
  const server = new Sqlite(places.file);
  server.prepare('SELECT count(*) FROM "Plan"').get();
  await expect(copy()).rejects.toThrow('site.db is in use. Stop the server');
  server.close();
  change(`DELETE FROM "_prisma_migrations" WHERE "migration_name" LIKE '0010%'`);
  await expect(copy()).rejects.toThrow("isn't up to date");
  copyFileSync(filled, places.file);
  change('DROP TABLE "KnownNetwork"');
  await expect(copy()).rejects.toThrow('has no table KnownNetwork. Restore a backup');
  change('CREATE TABLE "KnownNetwork" ("x" TEXT)');
  await expect(copy()).rejects.toThrow('has no column KnownNetwork.addressHash.');
  change('DROP TABLE "_prisma_migrations"');
  await expect(copy()).rejects.toThrow('tables of another program');
  await expect(
    copyDatabase({ file: '/nowhere/x.db', databaseUrl: memory.url, acceptBrokenChain: false, now }),
  ).rejects.toThrow('There is no file /nowhere/x.db.');
});

test('no process can open the source while it is copied', async () => {
  await deployMigrations(memory.url);
  const opened: unknown[] = [];
  vi.spyOn(console, 'log').mockImplementation(() => {
    try {
      sql(places.file, (other) => other.pragma('busy_timeout = 0') && other.exec(`DELETE FROM "Session"`));
      opened.push('open');
    } catch (error) {
      opened.push((error as { code: string }).code);
    }
  });
  await copy();
  expect(new Set(opened)).toEqual(new Set(['SQLITE_BUSY']));
});

test('a broken audit chain is copied only if that is accepted', async () => {
  change(`DROP TRIGGER "AuditLink_no_update"; UPDATE "AuditLink" SET "hash" = 'x' WHERE "sequence" = 3`);
  await expect(copy()).rejects.toThrow(
    /The audit trail is broken in the source already: account acc_a at link 3 .*--accept-broken-chain/,
  );
  await expect(databaseState(memory.url)).rejects.toThrow('unfinished copy');
  await copy({ acceptBrokenChain: true });
  expect(said.at(-1)).toContain('It was copied all the same');
  expect((await databaseState(memory.url)).kind).toBe('current');
});
