import { afterEach, beforeEach, expect, test } from 'vitest';
import { cancelSubscription, updateAccount, updateUsageAlerts } from '@/lib/server/account/change-account';
import { operatorViewer, type Viewer } from '@/lib/server/auth/viewer';
import { accountDashboardStats } from '@/lib/server/usage/dashboard-stats';
import { raiseUsageAlerts } from '@/lib/server/usage/raise-usage-alerts';
import { meter } from '@/testing/meter';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let admin: Viewer;
// Globex is on Starter, with 10,000 executions per month, and June has 30 days.
beforeEach(async () => {
  server = await openTestServer();
  server.setNow(new Date('2026-06-01T00:00:00Z'));
  world = await createTestWorld(server.context);
  admin = operatorViewer(world.strangers.admin);
  server.setNow(new Date('2026-06-10T12:00:00Z'));
});
afterEach(() => server.close());

const run = (count: number, at = '2026-06-10T11:00:00Z') =>
  meter(server.context, world.strangers.developer, at, count);
const choose = (percents: number[]) => updateUsageAlerts(server.context, admin, world.globex.id, percents);
const changePlan = (account_plan_id: string) =>
  updateAccount(server.context, admin, world.globex.id, { account_plan_id });
const events = async (accountId = world.globex.id) => {
  const rows = await server.context.db.prisma.auditEvent.findMany({
    where: { accountId, action: 'account.reach_usage_alert' },
    orderBy: { id: 'asc' },
  });
  return rows
    .map(({ metadata }) => metadata as { percent: number; month: string; executions: number; limit: number })
    .sort((one, other) => one.month.localeCompare(other.month) || one.percent - other.percent);
};
const raised = async () => (await events()).map(({ percent }) => percent);
const shown = async () =>
  (await accountDashboardStats(server.context, admin, world.globex.id)).alerts.map(({ percent }) => percent);

test('without a choice of its own an account is alerted at 80% and 100%, by the execution that reaches them', async () => {
  await run(7_999);
  expect([await raised(), await shown()]).toEqual([[], []]);
  await run(1);
  expect([await raised(), await shown()]).toEqual([[80], [80]]);
  await run(1_999);
  expect(await raised()).toEqual([80]);
  await run(1);
  expect([await raised(), await shown()]).toEqual([
    [80, 100],
    [80, 100],
  ]);
});

test('an alert is an event of no user, with the numbers that reached it, and is stored with its time', async () => {
  await run(8_250);
  const event = await server.context.db.prisma.auditEvent.findFirstOrThrow({
    where: { action: 'account.reach_usage_alert' },
  });
  expect(event).toMatchObject({
    accountId: world.globex.id,
    userId: null,
    entityId: world.globex.id,
    createdAt: new Date('2026-06-10T12:00:00Z'),
    metadata: { entity_id: world.globex.id, percent: 80, month: '2026-06', executions: 8_250, limit: 10_000 },
  });
  expect((await accountDashboardStats(server.context, admin, world.globex.id)).alerts).toEqual([
    {
      accountId: world.globex.id,
      month: '2026-06-01',
      percent: 80,
      executions: 8_250,
      limit: 10_000,
      reachedAt: new Date('2026-06-10T12:00:00Z'),
    },
  ]);
});

test('each alert comes once per month, by however many meterings at once it is reached', async () => {
  await choose([50, 80, 100]);
  await Promise.all(Array.from({ length: 12 }, () => run(1_000)));
  expect(await raised()).toEqual([50, 80, 100]);
  await server.context.db.write((tx) => raiseUsageAlerts(tx, server.context, world.globex.id, '2026-06-01'));
  expect(await raised()).toEqual([50, 80, 100]);
});

test('the next month starts again, and late executions count for the month they ended in', async () => {
  await run(8_000);
  server.setNow(new Date('2026-07-01T00:00:01Z'));
  expect(await shown()).toEqual([]);
  await run(2_000, '2026-06-30T23:59:59.999Z');
  expect(await shown()).toEqual([]);
  await run(8_000, '2026-07-01T00:00:00Z');
  expect(await shown()).toEqual([80]);
  expect((await events()).map(({ month, percent }) => [month, percent])).toEqual([
    ['2026-06', 80],
    ['2026-06', 100],
    ['2026-07', 80],
  ]);
});

test('a metering of several accounts and months raises the alerts of each', async () => {
  await run(8_000, '2026-05-31T10:00:00Z');
  await run(8_000);
  await meter(server.context, world.users.developer, '2026-06-10T10:00:00Z', 8_000);
  expect((await events()).map(({ month }) => month)).toEqual(['2026-05', '2026-06']);
  expect(await events(world.acme.id)).toEqual([]);
});

test('an empty choice raises and shows no alert', async () => {
  await choose([]);
  await run(12_000);
  expect([await raised(), await shown()]).toEqual([[], []]);
});

test('a percentage chosen after it was reached is raised at once; one no longer chosen is no longer shown', async () => {
  await run(8_500);
  await choose([50, 100]);
  expect([await raised(), await shown()]).toEqual([[50, 80], [50]]);
  await choose([50, 80, 100]);
  expect([await raised(), await shown()]).toEqual([
    [50, 80],
    [50, 80],
  ]);
});

test('a higher limit hides an alert until it is reached again, which is no second event', async () => {
  await run(8_000);
  await changePlan('plan_pro');
  // 9 days of Starter and 21 of Pro.
  expect([await raised(), await shown()]).toEqual([[80], []]);
  await run(50_400);
  expect([await raised(), await shown()]).toEqual([[80], [80]]);
});

test('a lower limit raises at the change of plan what it reaches', async () => {
  await run(5_000);
  // 9 days of Starter and 21 of Basic, the day of the change being Starter's: 10 and 20.
  await changePlan('plan_basic');
  expect([await raised(), await shown()]).toEqual([
    [80, 100],
    [80, 100],
  ]);
  expect(await events()).toMatchObject([
    { executions: 5_000, limit: 4_000 },
    { executions: 5_000, limit: 4_000 },
  ]);
});

test('canceling leaves the limit of the days so far, and raises what that reaches', async () => {
  await run(3_000);
  await cancelSubscription(server.context, admin, world.globex.id);
  // 10 of 30 days.
  expect(await events()).toMatchObject([{ percent: 80, executions: 3_000, limit: 3_334 }]);
});

test("a plan with no limit raises no alert, and executions on its days don't count", async () => {
  await changePlan('plan_enterprise');
  server.setNow(new Date('2026-06-20T12:00:00Z'));
  await run(15_000, '2026-06-20T11:00:00Z');
  expect([await raised(), await shown()]).toEqual([[], []]);
  // The days of Starter keep its limit of 10,000, which nobody can use up now.
  await run(8_000, '2026-06-05T11:00:00Z');
  expect([await raised(), await shown()]).toEqual([[], []]);
  await changePlan('plan_starter');
  expect([await raised(), await shown()]).toEqual([[80], [80]]);
});

test('a metering that is rolled back raises nothing', async () => {
  await expect(
    meter(server.context, { id: 'usr_nobody', accountId: world.globex.id }, '2026-06-10T11:00:00Z', 9_000),
  ).rejects.toThrow();
  expect(await raised()).toEqual([]);
  expect(await server.context.db.prisma.usageAlert.count()).toBe(0);
});
