import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { plans } from '@/lib/config/plans';
import type { Database } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { copyTestDatabase, onPostgres, type TestDatabase } from '@/testing/test-database';
import { syncPlans } from './plans';

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await copyTestDatabase();
  db = openDatabase(database.url);
});
afterEach(async () => {
  await db.close();
  await database.remove();
});

const planRows = () => db.prisma.plan.findMany({ orderBy: { position: 'asc' } });

test.skipIf(onPostgres)(
  "plans that match the configuration aren't written, so the sync doesn't wait for another writer",
  async () => {
    const writer = new Sqlite(database.url.replace('file:', ''));
    writer.exec('BEGIN IMMEDIATE');
    expect(await syncPlans(serverContext(db))).toBe(0);
    writer.close();
  },
);

test('plans that are missing or differ in any column are written, and no others', async () => {
  const before = await planRows();
  const [basic, starter, pro, enterprise] = plans.map(({ id }) => id);
  await db.write(async (tx) => {
    await tx.plan.delete({ where: { id: enterprise } });
    await tx.plan.update({ where: { id: pro }, data: { overagePriceMicros: null } });
    await tx.plan.update({ where: { id: starter }, data: { includedExecutions: 1, position: 7 } });
    await tx.plan.create({ data: { id: 'plan_old', name: 'Old', monthlyPriceMicros: 0, position: 9 } });
  });
  expect(await syncPlans(serverContext(db))).toBe(3);
  const after = await planRows();
  expect(after.filter(({ id }) => id !== 'plan_old')).toEqual(before);
  expect(after.map(({ id }) => id)).toEqual([basic, starter, pro, enterprise, 'plan_old']);
});
