import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type Database, type SqlQueries, sqlIn } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import { Prisma } from '@/prisma/generated/prisma/client';

let folder: string;
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-transactions-'));
  const file = path.join(folder, 'test.db');
  copyFileSync(inject('emptyDatabase'), file);
  db = openDatabase(`file:${file}`);
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const insert = (tx: SqlQueries, id: number) =>
  tx.$executeRaw`INSERT INTO "ServerKey" ("id", "value", "createdAt") VALUES (${id}, 'x', 0)`;
const ids = async () =>
  (await db.sql<{ id: number }>(Prisma.sql`SELECT "id" FROM "ServerKey" ORDER BY "id"`)).map(({ id }) => id);
/** Takes some milliseconds. */
const slow = (tx: SqlQueries) => tx.$queryRaw`
  WITH RECURSIVE "n" ("value") AS (SELECT 1 UNION ALL SELECT "value" + 1 FROM "n" WHERE "value" < 100000)
  SELECT max("value") FROM "n"`;

test('a long transaction leaves the event loop to others between its statements, and keeps their order', async () => {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns += 1) await nextTurn();
  })();
  const order: number[] = [];
  await db.writeRows(async (tx) => {
    await Promise.all(
      [...Array(20).keys()].map(async (id) => {
        await Promise.all([slow(tx), insert(tx, 100 + id)]);
        order.push(id);
      }),
    );
  });
  isOver = true;
  await others;
  expect(turns).toBeGreaterThan(15);
  expect(order).toEqual([...Array(20).keys()]);
});

test('a statement that nobody waits for belongs to its transaction', async () => {
  await db.writeRows(async (tx) => {
    void slow(tx);
    void insert(tx, 100);
  });
  expect(await ids()).toContain(100);
});

test('of a transaction that fails, no statement runs afterward', async () => {
  const before = await ids();
  const failing = db.writeRows(async (tx) => {
    const rest = [slow(tx), slow(tx), insert(tx, 100)].map((one) => one.catch(() => {}));
    await nextTurn();
    rest.push(insert(tx, 101).catch(() => {}));
    throw new Error('No.');
  });
  await expect(failing).rejects.toThrow('No.');
  await db.writeRows(async (tx) => {
    await sqlIn(tx)(Prisma.sql`SELECT 1`);
  });
  expect(await ids()).toEqual(before);
});

test('a statement after the end of its transaction is refused', async () => {
  let kept: SqlQueries | undefined;
  await db.writeRows(async (tx) => {
    kept = tx;
  });
  await expect(insert(kept as SqlQueries, 100)).rejects.toThrow('The transaction is over.');
  expect(await ids()).not.toContain(100);
});
