import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type Database, sqlIn } from '@/lib/server/database/database';
import { databaseFailure } from '@/lib/server/database/database-failure';
import { openDatabase } from '@/lib/server/database/open-database';
import { Prisma } from '@/prisma/generated/prisma/client';

let folder: string;
let file: string;
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-reads-'));
  file = path.join(folder, 'test.db');
  copyFileSync(inject('emptyDatabase'), file);
  db = openDatabase(`file:${file}`);
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const plans = Prisma.sql`SELECT "id" FROM "Plan" WHERE "position" >= ${0} ORDER BY "position"`;
const ids = async () => (await db.sql<{ id: string }>(plans)).map(({ id }) => id);
const failureOf = (read: Promise<unknown>) => read.then(() => 'none', databaseFailure);

test('rows are typed as Prisma reads them, outside a transaction and within', async () => {
  const account = {
    ...({ id: 'acc_1', name: 'Acme', planId: 'plan_pro', status: 'ACTIVE', demo: true } as const),
    settings: { seen: [1] },
    createdAt: new Date('2026-06-15'),
    updatedAt: new Date(0),
  };
  await db.write((tx) => tx.account.create({ data: account }));
  const query = Prisma.sql`SELECT "Account"."id", "demo", "settings", "createdAt", "updatedAt", "monthlyPriceMicros",
    "includedExecutions", COUNT(*) AS "count" FROM "Account" JOIN "Plan" ON "Plan"."id" = "planId"`;
  const { id, demo, settings, createdAt, updatedAt } = account;
  const plan = await db.prisma.plan.findUniqueOrThrow({ where: { id: 'plan_pro' } });
  const { monthlyPriceMicros, includedExecutions } = plan;
  const row = { id, demo, settings, createdAt, updatedAt, monthlyPriceMicros, includedExecutions, count: 1 };
  expect(await db.sql(query)).toStrictEqual([row]);
  const [inside] = await db.write((tx) => sqlIn(tx)<typeof row>(query));
  expect({ ...inside, count: Number(inside?.count) }).toEqual(row);
});

test('each read sees all rows committed by then, and only those', async () => {
  const count = Prisma.sql`SELECT COUNT(*) AS "count" FROM "Plan" WHERE "position" = ${7}`;
  await db.write(async (tx) => {
    await tx.plan.update({ where: { id: 'plan_pro' }, data: { position: 7 } });
    expect(await db.sql(count)).toEqual([{ count: 0 }]);
    expect(await sqlIn(tx)(count)).toEqual([{ count: expect.toSatisfy((value) => Number(value) === 1) }]);
  });
  expect(await db.sql(count)).toEqual([{ count: 1 }]);
});

test('SQLite refuses a write', async () => {
  const writing = db.sql(Prisma.sql`UPDATE "Plan" SET "position" = 9 RETURNING "id"`);
  await expect(writing).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
  expect(await db.prisma.plan.count({ where: { position: 9 } })).toBe(0);
});

test('a lock of another process keeps nobody from reading', async () => {
  const other = new Sqlite(file);
  other.exec('BEGIN IMMEDIATE');
  expect(await ids()).toContain('plan_pro');
  other.close();
});

test("a missing file isn't created, and is found once it is there", async () => {
  renameSync(file, `${file}.away`);
  expect(await failureOf(ids())).toBe('missing');
  expect(existsSync(file)).toBe(false);
  renameSync(`${file}.away`, file);
  expect(await ids()).toContain('plan_pro');
});

test('a damaged file refuses reads, and they work once it is mended', async () => {
  const before = await ids();
  // A write by another connection makes SQLite forget the pages it has read.
  const other = new Sqlite(file);
  other.exec(`UPDATE "Plan" SET "name" = 'New' WHERE "id" = 'plan_pro'`);
  other.pragma('wal_checkpoint(TRUNCATE)');
  other.close();
  const whole = readFileSync(file);
  writeFileSync(file, Buffer.concat([whole.subarray(0, 100), Buffer.alloc(whole.length - 100, 0xaa)]));
  expect(await failureOf(ids())).toBe('damaged');
  expect(existsSync(`${file}-wal`), 'its connection was closed').toBe(false);
  writeFileSync(file, whole);
  expect(await ids()).toEqual(before);
});

test('a table that has gained a column is read on, each column under its own name', async () => {
  const all = Prisma.sql`SELECT "Plan".*, "position" AS "last" FROM "Plan" LIMIT 1`;
  const [before] = await db.sql<object>(all);
  const other = new Sqlite(file);
  other.exec('ALTER TABLE "Plan" ADD COLUMN "added" TEXT');
  other.close();
  expect(await db.sql(all)).toEqual([{ ...before, added: null }]);
});

test('closing leaves nothing open, with queries that differ in their lists too', async () => {
  for (let length = 1; length < 300; length += 1) {
    const list = Prisma.join(Array.from({ length }, (_, index) => `plan_${index}`));
    await db.sql(Prisma.sql`SELECT "id" FROM "Plan" WHERE "id" IN (${list})`);
  }
  expect(existsSync(`${file}-wal`)).toBe(true);
  await db.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
});
