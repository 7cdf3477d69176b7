import { afterEach, beforeEach, expect, test } from 'vitest';
import { storageBytesOf } from '@/lib/config/plans';
import { cancelSubscription, updateAccount } from '@/lib/server/account/change-account';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import { expectData } from '@/testing/expect-answer';
import { meter } from '@/testing/meter';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
beforeEach(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterEach(() => server.close());

const token = (person: 'admin' | 'developer') =>
  sessionToken(server.context, world.users[person], new Date('2027-01-01'));

const limit = async () => {
  const query = `{ accountLimit {
    maxWorkflows wholeMonthMaxWorkflows planChangedOn limitedExecutions refusesOverLimit resetsOn
  } }`;
  const { accountLimit } = await expectData<{ accountLimit: object }>(server, {
    query,
    token: await token('developer'),
  });
  return accountLimit;
};

const choose = (account_plan_id: string) =>
  updateAccount(server.context, operatorViewer(world.users.admin), world.acme.id, { account_plan_id });

test("a developer reads the account's executions of the month against its limit, colleagues' work included", async () => {
  const { developer, colleague } = world.users;
  await meter(server.context, developer, '2026-05-31T23:59:59.999Z', 50);
  await meter(server.context, developer, '2026-06-01T00:00:00Z', 2);
  await meter(server.context, colleague, '2026-06-15T11:00:00Z', 10);
  await meter(server.context, world.strangers.developer, '2026-06-15T11:00:00Z', 100);
  expect(await limit()).toEqual({
    maxWorkflows: 100_000,
    wholeMonthMaxWorkflows: 100_000,
    planChangedOn: null,
    limitedExecutions: 12,
    refusesOverLimit: false,
    resetsOn: '2026-07-01',
  });
  server.setNow(new Date('2026-12-31T23:59:59.999Z'));
  expect(await limit()).toMatchObject({ limitedExecutions: 0, resetsOn: '2027-01-01' });
});

test("a month of several plans has the limit that the admin's overview shows", async () => {
  await meter(server.context, world.users.developer, '2026-07-03T11:00:00Z', 30);
  server.setNow(new Date('2026-07-05T12:00:00Z'));
  await choose('plan_enterprise');
  server.setNow(new Date('2026-07-11T12:00:00Z'));
  await choose('plan_starter');
  await meter(server.context, world.users.developer, '2026-07-08T11:00:00Z', 500);
  await meter(server.context, world.users.developer, '2026-07-11T13:00:00Z', 7);
  const { stats } = await expectData<{ stats: { maxWorkflows: number; limitedExecutions: number } }>(server, {
    query: `query ($id: ID!) {
      stats: accountDashboardStats(accountId: $id) { maxWorkflows planChangedOn limitedExecutions }
    }`,
    variables: { id: world.acme.id },
    token: await token('admin'),
  });
  expect(stats.limitedExecutions).toBe(30);
  expect(stats).toMatchObject({ planChangedOn: '2026-07-11' });
  expect(await limit()).toMatchObject({ ...stats, wholeMonthMaxWorkflows: 10_000 });
});

test('from the first day of an unlimited plan there is no limit, whatever was used before', async () => {
  await choose('plan_starter');
  server.setNow(new Date('2026-11-05T12:00:00Z'));
  await meter(server.context, world.users.developer, '2026-11-05T11:00:00Z', 7_900);
  expect(await limit()).toMatchObject({ maxWorkflows: 10_000, limitedExecutions: 7_900 });
  await choose('plan_enterprise');
  const { stats } = await expectData<{ stats: object }>(server, {
    query: `query ($id: ID!) {
      stats: accountDashboardStats(accountId: $id) {
        maxWorkflows refusesOverLimit projectedOverage usageAlerts { percent }
      }
    }`,
    variables: { id: world.acme.id },
    token: await token('admin'),
  });
  expect(stats).toEqual({
    maxWorkflows: null,
    refusesOverLimit: false,
    projectedOverage: 0,
    usageAlerts: [],
  });
  expect(await limit()).toMatchObject({ maxWorkflows: null, refusesOverLimit: false });
});

test('executions over the limit are refused on a plan without a price for them, and without a plan', async () => {
  await choose('plan_basic');
  server.setNow(new Date('2026-08-02T12:00:00Z'));
  expect(await limit()).toMatchObject({ maxWorkflows: 1_000, refusesOverLimit: true });
  await choose('plan_enterprise');
  server.setNow(new Date('2026-09-02T12:00:00Z'));
  expect(await limit()).toMatchObject({ maxWorkflows: null, limitedExecutions: 0, refusesOverLimit: false });
  await cancelSubscription(server.context, operatorViewer(world.users.admin), world.acme.id);
  server.setNow(new Date('2026-10-02T12:00:00Z'));
  expect(await limit()).toMatchObject({ maxWorkflows: 0, refusesOverLimit: true });
});

test("a developer and an admin read what the account's jobs take of its plan's storage", async () => {
  const { acme, users } = world;
  const stored = async () => {
    const query = `query ($id: ID!) {
      stats: accountDashboardStats(accountId: $id) { storedBytes maxStoredBytes }
    }`;
    const call = { query, variables: { id: acme.id }, token: await token('admin') };
    const { stats } = await expectData<{ stats: object }>(server, call);
    const { accountLimit } = await expectData<{ accountLimit: object }>(server, {
      query: '{ accountLimit { storedBytes maxStoredBytes } }',
      token: await token('developer'),
    });
    expect(accountLimit).toEqual(stats);
    return stats;
  };
  expect(await stored()).toEqual({ storedBytes: 0, maxStoredBytes: storageBytesOf('plan_pro') });
  const steps = [{ id: 'reply', task: 'generation', model: 'sandbox/fast' }];
  const { id } = await orchestrate(
    server.context,
    operatorViewer(users.colleague),
    { input: 'Stop.', steps },
    {},
  );
  const job = await server.context.db.prisma.job.findUniqueOrThrow({ where: { id } });
  expect(job.storedBytes).toBeGreaterThan(1_000);
  expect(await stored()).toMatchObject({ storedBytes: job.storedBytes });
  await choose('plan_basic');
  expect(await stored()).toMatchObject({ maxStoredBytes: storageBytesOf('plan_basic') });
});
