import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { badField, expectData, expectRefusal } from '@/testing/expect-answer';
import { meter } from '@/testing/meter';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin, new Date('2027-01-01'));
  const { developer, colleague } = world.users;
  await meter(server.context, developer, '2026-05-31T23:59:59.999Z', 50);
  await meter(server.context, developer, '2026-06-01T00:00:00.000Z', 2);
  await meter(server.context, developer, '2026-06-15T11:00:00Z', 1, { status: 'FAILED', costMicros: 1 });
  await meter(server.context, colleague, '2026-06-15T11:00:00Z', 10);
  await meter(server.context, world.strangers.developer, '2026-06-15T11:00:00Z', 100);
});
beforeEach(() => server.setNow(TEST_NOW));
afterAll(() => server.close());

const userStats = (userId: string, token = admin) => ({
  query:
    'query ($id: ID!) { stats: userDashboardStats(userId: $id) { totalExecutions estimatedCost successRate } }',
  variables: { id: userId },
  token,
});
const OVERVIEW =
  '{ accountOverview { accountId planName monthlyPrice maxWorkflows totalUsers totalWorkflows totalCost firstExecutionOn } }';
const accountStats = (accountId: string) => ({
  query: `query ($id: ID!) { stats: accountDashboardStats(accountId: $id) {
    from to currentPeriodExecutions maxWorkflows projectedExecutions projectedOverage estimatedOverageCost projectedCost
    cheapestPlan { plan { plan_name } cost } daysRemaining
  } }`,
  variables: { id: accountId },
  token: admin,
});

test("a user's month begins at 00:00 UTC on the first: a millisecond before it belongs to the last", async () => {
  const { id } = world.users.developer;
  expect(await expectData(server, userStats(id))).toEqual({
    stats: { totalExecutions: 3, estimatedCost: 0.002001, successRate: 200 / 3 },
  });
  server.setNow(new Date('2026-05-31T23:59:59.999Z'));
  expect(await expectData(server, userStats(id))).toEqual({
    stats: { totalExecutions: 50, estimatedCost: 0.05, successRate: 100 },
  });
  server.setNow(new Date('2026-06-01T00:00:00.000Z'));
  expect(await expectData(server, userStats(id))).toMatchObject({ stats: { totalExecutions: 2 } });
});

test('without any work all is zero, the success rate too', async () => {
  expect(await expectData(server, userStats(world.users.readOnly.id))).toEqual({
    stats: { totalExecutions: 0, estimatedCost: 0, successRate: 0 },
  });
});

test("one's own stats are anyone's to read, a colleague's an admin's, another account's nobody's", async () => {
  const { developer, colleague } = world.users;
  const own = await sessionToken(server.context, developer);
  const missing = { code: 'NOT_FOUND', message: 'User not found.' } as const;
  await expectData(server, userStats(developer.id, own));
  await expectData(server, userStats(colleague.id));
  await expectRefusal(server, userStats(colleague.id, own), missing);
  for (const id of [world.strangers.developer.id, 'usr_nonexistent'])
    await expectRefusal(server, userStats(id), missing);
});

const PERIOD = 'from to totalExecutions totalTokens estimatedCost successRate';
const periods = (args = '') => ({
  query: `query ($id: ID!) { stats: userDashboardStats(userId: $id ${args}) { ${PERIOD} firstExecutionOn previous { ${PERIOD} } } }`,
  variables: { id: world.users.developer.id },
  token: admin,
});

test('a month is compared with the same days of the month before, each with its range of days', async () => {
  expect(await expectData(server, periods())).toEqual({
    stats: {
      from: '2026-06-01',
      to: '2026-06-15',
      totalExecutions: 3,
      totalTokens: 450,
      estimatedCost: 0.002001,
      successRate: 200 / 3,
      firstExecutionOn: '2026-05-31',
      previous: {
        from: '2026-05-01',
        to: '2026-05-15',
        totalExecutions: 0,
        totalTokens: 0,
        estimatedCost: 0,
        successRate: 0,
      },
    },
  });
  server.setNow(new Date('2026-06-30T12:00:00Z'));
  expect(await expectData(server, periods())).toMatchObject({
    stats: { previous: { from: '2026-05-01', to: '2026-05-30', totalExecutions: 0 } },
  });
  server.setNow(new Date('2026-05-31T12:00:00Z'));
  expect(await expectData(server, periods())).toMatchObject({
    stats: { from: '2026-05-01', previous: { from: '2026-04-01', to: '2026-04-30' } },
  });
});

test('a range is compared with as many days just before it', async () => {
  expect(await expectData(server, periods('from: "2026-06-01" to: "2026-06-02"'))).toMatchObject({
    stats: {
      from: '2026-06-01',
      to: '2026-06-02',
      totalExecutions: 2,
      previous: { from: '2026-05-30', to: '2026-05-31', totalExecutions: 50 },
    },
  });
  expect(await expectData(server, periods('days: 15'))).toMatchObject({
    stats: { from: '2026-06-01', to: '2026-06-15', previous: { from: '2026-05-17', to: '2026-05-31' } },
  });
});

test('days count back from today, and replace from and to', async () => {
  expect(await expectData(server, periods('days: 1'))).toMatchObject({
    stats: { from: '2026-06-15', to: '2026-06-15', totalExecutions: 1 },
  });
  for (const days of [0, 1_001])
    await expectRefusal(server, periods(`days: ${days}`), badField('days', 'Days are from 1 to 1000.'));
  for (const end of ['from', 'to'])
    await expectRefusal(
      server,
      periods(`days: 7 ${end}: "2026-06-01"`),
      badField('days', 'Send days, or from and to, not both.'),
    );
});

test('without any work there is no first day', async () => {
  const call = periods();
  call.variables = { id: world.users.readOnly.id };
  expect(await expectData(server, call)).toMatchObject({ stats: { firstExecutionOn: null } });
});

test('the overview counts all users and all work since the account began, of this account alone', async () => {
  expect(await expectData(server, { query: OVERVIEW, token: admin })).toEqual({
    accountOverview: {
      accountId: world.acme.id,
      planName: 'Pro',
      monthlyPrice: 99,
      maxWorkflows: 100_000,
      totalUsers: 6,
      totalWorkflows: 63,
      totalCost: 0.062001,
      firstExecutionOn: '2026-05-31',
    },
  });
});

test('the account stats hold the calendar month so far and its projection', async () => {
  expect(await expectData(server, accountStats(world.acme.id))).toEqual({
    stats: {
      from: '2026-06-01',
      to: '2026-06-15',
      currentPeriodExecutions: 13,
      maxWorkflows: 100_000,
      projectedExecutions: Math.round((13 * 30) / 14.5),
      projectedOverage: 0,
      estimatedOverageCost: 0,
      projectedCost: 99,
      cheapestPlan: { plan: { plan_name: 'Basic' }, cost: 0 },
      daysRemaining: 16,
    },
  });
  const missing = { code: 'NOT_FOUND', message: 'Account not found.' } as const;
  for (const id of [world.globex.id, 'acc_nonexistent'])
    await expectRefusal(server, accountStats(id), missing);
});

test('numbers past 32 bits, and tokens past 53 bits in no sum, arrive exact', async () => {
  const big = 4_000_000_000;
  const [accountId, day] = [world.acme.id, '2026-03-01'];
  const sums = {
    executions: 2_000_000_000,
    succeeded: 2_000_000_000,
    tokensIn: 2n ** 52n,
    tokensOut: 1n,
    costMicros: 9n,
  };
  await server.context.db.write((tx) =>
    tx.dailyUsage.createMany({
      data: [day, '2026-03-02'].map((each) => ({
        accountId,
        grain: 'ACCOUNT' as const,
        subjectId: accountId,
        templateId: '',
        day: each,
        ...sums,
        tokensIn: each === day ? sums.tokensIn : 5n,
      })),
    }),
  );
  server.setNow(new Date('2026-03-16T12:00:00Z'));
  expect(await expectData(server, accountStats(accountId))).toMatchObject({
    stats: {
      currentPeriodExecutions: big,
      projectedOverage: 2 * big - 100_000,
      estimatedOverageCost: (2 * big - 100_000) * 0.008,
      projectedCost: 99 + (2 * big - 100_000) * 0.008,
      cheapestPlan: { plan: { plan_name: 'Enterprise' }, cost: 499 },
    },
  });
  const query = `{ usageByAccount(accountId: "${accountId}", timeframe: "monthly", limit: 1) {
    requestCount totalTokens totalCost
  } }`;
  expect(await expectData(server, { query, token: admin })).toEqual({
    usageByAccount: [{ requestCount: big, totalTokens: 2 ** 52 + 7, totalCost: 0.000018 }],
  });
});

test('Enterprise has no limit, Basic an overage without a price', async () => {
  const choose = (planId: string) =>
    server.context.db.write(async (tx) => {
      await tx.account.update({ where: { id: world.acme.id }, data: { planId } });
      await tx.planDay.updateMany({
        where: { accountId: world.acme.id },
        data: { billedPlanId: planId, planId },
      });
    });
  await choose('plan_enterprise');
  expect(await expectData(server, accountStats(world.acme.id))).toMatchObject({
    stats: { maxWorkflows: null, projectedOverage: 0, estimatedOverageCost: 0, projectedCost: 499 },
  });
  await choose('plan_basic');
  await meter(server.context, world.users.developer, '2026-06-15T11:00:00Z', 1_000);
  const { stats } = await expectData<{ stats: { projectedOverage: number } }>(
    server,
    accountStats(world.acme.id),
  );
  expect(stats).toMatchObject({
    maxWorkflows: 1_000,
    estimatedOverageCost: 0,
    projectedCost: 0,
    cheapestPlan: { plan: { plan_name: 'Starter' }, cost: 29 },
  });
  expect(stats.projectedOverage).toBe(Math.round((1_013 * 30) / 14.5) - 1_000);
});
