import { readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { plans } from '@/lib/config/plans';
import { cancelSubscription, updateAccount } from '@/lib/server/account/change-account';
import { operatorViewer } from '@/lib/server/auth/viewer';
import type { Database } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { expectData, expectRefusal } from '@/testing/expect-answer';
import { copyTestDatabase, onPostgres, type TestDatabase } from '@/testing/test-database';
import { openTestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';
import { planHistory, syncPlans } from './plans';

test('a plan that has left the configuration is neither offered nor chosen any more', async () => {
  const server = await openTestServer();
  const { acme, users } = await createTestWorld(server.context);
  const token = await sessionToken(server.context, users.admin);
  await server.context.db.write((tx) =>
    tx.plan.create({ data: { id: 'plan_old', name: 'Old', monthlyPriceMicros: 0, position: 9 } }),
  );
  const { listAccountPlans } = await expectData<{ listAccountPlans: { plan_name: string }[] }>(server, {
    query: '{ listAccountPlans { plan_name } }',
    token,
  });
  expect(listAccountPlans.map((plan) => plan.plan_name)).toEqual(['Basic', 'Starter', 'Pro', 'Enterprise']);
  const sentence = 'There is no such plan. Choose one of listAccountPlans.';
  await expectRefusal(
    server,
    {
      query: `mutation { updateAccount(id: "${acme.id}", updates: { account_plan_id: "plan_old" }) { id } }`,
      token,
    },
    { code: 'BAD_USER_INPUT', message: sentence, fields: { account_plan_id: sentence } },
  );
  await server.close();
});

const migration = readFileSync('prisma/migrations/sqlite/0008_plan_days/migration.sql', 'utf8');

test('opening, changing, canceling and resuming a plan each leave their day in the history', async () => {
  const server = await openTestServer();
  const world = await createTestWorld(server.context);
  const [ctx, admin, id] = [server.context, operatorViewer(world.users.admin), world.acme.id];
  const choose = (account_plan_id: string) => updateAccount(ctx, admin, id, { account_plan_id });
  const rows = async () =>
    (await planHistory(ctx.db.prisma, id))
      .slice(1)
      .map((each) => [each.day, each.billedPlan.name, each.plan?.name]);
  server.setNow(new Date('2026-07-01T23:59:59.999Z'));
  await choose('plan_starter');
  await updateAccount(ctx, admin, id, { account_name: 'Acme 2' });
  server.setNow(new Date('2026-07-02T00:00:00Z'));
  await cancelSubscription(ctx, admin, id);
  server.setNow(new Date('2026-07-09T00:00:00Z'));
  await choose('plan_basic');
  expect(await rows()).toEqual([
    ['2026-07-01', 'Pro', 'Starter'],
    ['2026-07-02', 'Starter', undefined],
    ['2026-07-09', 'Basic', 'Basic'],
  ]);
  await server.close();
});

test('the migration reads the history that the audit trail of a filled database has', () => {
  const db = new Sqlite(':memory:');
  db.exec(`
    CREATE TABLE "Plan" ("id" TEXT PRIMARY KEY, "name" TEXT, "monthlyPriceMicros" INTEGER);
    CREATE TABLE "Account" ("id" TEXT PRIMARY KEY, "planId" TEXT, "status" TEXT, "createdAt" INTEGER);
    CREATE TABLE "AuditEvent" ("id" TEXT PRIMARY KEY, "accountId" TEXT, "action" TEXT, "metadata" TEXT, "createdAt" INTEGER);
    INSERT INTO "Plan" VALUES ('b', 'Basic', 0), ('s', 'Starter', 29), ('p', 'Pro', 99);`);
  const at = (day: string) => Date.parse(`${day}T10:00:00Z`);
  const account = db.prepare('INSERT INTO "Account" VALUES (?, ?, ?, ?)');
  account.run('quiet', 'p', 'ACTIVE', at('2026-01-05'));
  account.run('long canceled', 'p', 'CANCELED', at('2026-01-05'));
  account.run('busy', 'b', 'ACTIVE', at('2026-01-05'));
  let count = 0;
  const event = (day: string, action: string, metadata: object) =>
    db
      .prepare('INSERT INTO "AuditEvent" VALUES (?, ?, ?, ?, ?)')
      .run(`aud_${++count}`, 'busy', action, JSON.stringify(metadata), at(day));
  const plan = (from: string, to: string) => ({ changes: { plan: { from, to } } });
  event('2026-02-03', 'account.change_plan', plan('Starter', 'Pro'));
  event('2026-02-03', 'account.change_plan', plan('Pro', 'Basic'));
  event('2026-03-01', 'account.change_plan', plan('Basic', 'Starter'));
  event('2026-03-08', 'account.cancel', { plan: 'Starter' });
  event('2026-04-02', 'account.change_plan', { changes: { status: { from: 'CANCELED', to: 'ACTIVE' } } });
  event('2026-05-02', 'account.change_plan', plan('Starter', 'Basic'));
  db.exec(migration);
  const rows = db.prepare('SELECT * FROM "PlanDay" ORDER BY "accountId" DESC, "day"').raw().all();
  expect(rows).toEqual([
    ['quiet', '2026-01-05', 'p', 'p'],
    ['long canceled', '2026-01-05', 'p', null],
    ['busy', '2026-01-05', 's', 's'],
    ['busy', '2026-02-03', 'p', 'b'],
    ['busy', '2026-03-01', 's', 's'],
    ['busy', '2026-03-08', 's', null],
    ['busy', '2026-04-02', 's', 's'],
    ['busy', '2026-05-02', 's', 'b'],
  ]);
  db.close();
});

describe('at the start', () => {
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
});
