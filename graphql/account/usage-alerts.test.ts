import { afterAll, beforeAll, expect, test } from 'vitest';
import { badField, expectData, expectRefusal } from '@/testing/expect-answer';
import { meter } from '@/testing/meter';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let admin: string;
let developer: string;
beforeAll(async () => {
  server = await openTestServer();
  server.setNow(new Date('2026-06-01T00:00:00Z'));
  world = await createTestWorld(server.context);
  server.setNow(new Date('2026-06-10T12:00:00Z'));
  admin = await sessionToken(server.context, world.strangers.admin);
  developer = await sessionToken(server.context, world.strangers.developer);
});
afterAll(() => server.close());

const choose = (percents: unknown, { etag, token = admin }: { etag?: string; token?: string } = {}) => ({
  query: `mutation ($id: ID!, $percents: [Int!]!, $etag: String) {
    updateUsageAlerts(accountId: $id, percents: $percents, etag: $etag) { usage_alerts etag }
  }`,
  variables: { id: world.globex.id, percents, etag },
  token,
});
const chosen = async (percents: number[], etag?: string) => {
  type Result = { updateUsageAlerts: { usage_alerts: number[]; etag: string } };
  return (await expectData<Result>(server, choose(percents, etag === undefined ? {} : { etag })))
    .updateUsageAlerts;
};
const read = async (token: string) => {
  const query = `{ getAccount(id: "${world.globex.id}") { usage_alerts etag } }`;
  return (
    await expectData<{ getAccount: { usage_alerts: number[]; etag: string } }>(server, { query, token })
  ).getAccount;
};
const events = () =>
  server.context.db.prisma.auditEvent.findMany({
    where: { action: 'account.change_usage_alerts' },
    orderBy: { id: 'asc' },
  });

test('an account that has never chosen is alerted at 80 and 100, as all of its users may read', async () => {
  expect((await read(developer)).usage_alerts).toEqual([80, 100]);
  expect(await chosen([100, 80])).toEqual(await read(admin));
  expect(await events()).toEqual([]);
});

test('a choice is stored ascending and each once, with its audit event; an empty one is a choice', async () => {
  expect((await chosen([100, 50, 100])).usage_alerts).toEqual([50, 100]);
  expect((await chosen([])).usage_alerts).toEqual([]);
  expect((await read(developer)).usage_alerts).toEqual([]);
  await chosen([]);
  const changes = (await events()).map(({ userId, entityId, metadata }) => ({ userId, entityId, metadata }));
  const event = (from: number[], to: number[]) => ({
    userId: world.strangers.admin.id,
    entityId: world.globex.id,
    metadata: { entity_id: world.globex.id, changes: { usage_alerts: { from, to } } },
  });
  expect(changes).toHaveLength(2);
  expect(changes).toEqual(expect.arrayContaining([event([80, 100], [50, 100]), event([50, 100], [])]));
});

test('another percentage is refused, and with it the choice', async () => {
  const before = await read(admin);
  for (const percents of [[60], [50, 0], [80, -100], [101]]) {
    const refusal = badField('percents', 'Choose from 50, 80, and 100 percent.');
    await expectRefusal(server, choose(percents), refusal);
  }
  expect(await read(admin)).toEqual(before);
});

test('with an outdated etag nothing is chosen', async () => {
  const { etag } = await chosen([50]);
  expect((await chosen([50, 80], etag)).etag).not.toBe(etag);
  await expectRefusal(server, choose([], { etag }), {
    code: 'CONFLICT',
    message:
      "This account has changed since you read it. Your change wasn't saved. Review the latest version.",
  });
  expect((await read(admin)).usage_alerts).toEqual([50, 80]);
});

test('the dashboard statistics have what was reached in the period, lowest first', async () => {
  await chosen([50, 80, 100]);
  await meter(server.context, world.strangers.developer, '2026-06-10T11:00:00Z', 8_100);
  const query = `{ accountDashboardStats(accountId: "${world.globex.id}") {
    usageAlerts { percent reachedAt executions maxWorkflows } } }`;
  const reached = (percent: number) => ({
    percent,
    reachedAt: String(Date.parse('2026-06-10T12:00:00Z')),
    executions: 8_100,
    maxWorkflows: 10_000,
  });
  expect(await expectData(server, { query, token: admin })).toEqual({
    accountDashboardStats: { usageAlerts: [reached(50), reached(80)] },
  });
});
