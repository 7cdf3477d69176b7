import { afterAll, beforeAll, expect, test } from 'vitest';
import { badField, expectData, expectRefusal } from '@/testing/expect-answer';
import { meter } from '@/testing/meter';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

interface Bucket {
  date: string;
  requestCount: number;
  successCount: number;
  totalTokens: number;
  totalCost: number;
}

let server: TestServer;
let world: TestWorld;
let developer: string;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  developer = await sessionToken(server.context, world.users.developer);
  admin = await sessionToken(server.context, world.users.admin);
  const dev = world.users.developer;
  await meter(server.context, dev, '2026-06-15T08:00:00Z', 3);
  await meter(server.context, dev, '2026-06-14T23:59:59.999Z', 2);
  await meter(server.context, dev, '2026-06-08T00:00:00Z', 1);
  await meter(server.context, dev, '2026-05-17T00:00:00Z', 4);
  await meter(server.context, dev, '2026-05-16T23:59:59.999Z', 5);
  await meter(server.context, dev, '2025-07-01T00:00:00Z', 6);
  await meter(server.context, dev, '2025-06-30T23:59:59.999Z', 7);
  await meter(server.context, world.users.colleague, '2026-06-15T08:00:00Z', 10);
  await meter(server.context, world.users.readOnly, '2026-06-15T08:00:00Z', 1, { status: 'FAILED' });
  await meter(server.context, world.strangers.developer, '2026-06-15T08:00:00Z', 100);
});
afterAll(() => server.close());

const BUCKET = '{ date requestCount successCount totalTokens totalCost }';
const byUser = (args: Record<string, unknown>, userId = world.users.developer.id, token = developer) => ({
  query: `query ($userId: ID!, $timeframe: String!, $limit: Int, $from: Date, $to: Date) {
    rows: usageByUser(userId: $userId, timeframe: $timeframe, limit: $limit, from: $from, to: $to) ${BUCKET}
  }`,
  variables: { userId, ...args },
  token,
});
const series = async (args: Record<string, unknown>) =>
  (await expectData<{ rows: Bucket[] }>(server, byUser(args))).rows;
const worked = (rows: Bucket[]) =>
  rows.filter((row) => row.requestCount > 0).map((row) => [row.date, row.requestCount]);

test('daily is the last 30 UTC days, oldest first, with zeros for days without work', async () => {
  const rows = await series({ timeframe: 'daily' });
  expect(rows).toHaveLength(30);
  expect(rows.map(({ date }) => date)).toEqual(rows.map(({ date }) => date).toSorted());
  expect(worked(rows)).toEqual([
    ['2026-05-17', 4],
    ['2026-06-08', 1],
    ['2026-06-14', 2],
    ['2026-06-15', 3],
  ]);
  expect(rows[1]).toEqual({
    date: '2026-05-18',
    requestCount: 0,
    successCount: 0,
    totalTokens: 0,
    totalCost: 0,
  });
  expect(rows.at(-1)).toEqual({
    date: '2026-06-15',
    requestCount: 3,
    successCount: 3,
    totalTokens: 450,
    totalCost: 0.003,
  });
});

test('weekly is twelve weeks, each named by its Monday', async () => {
  const rows = await series({ timeframe: 'weekly' });
  expect(rows).toHaveLength(12);
  expect(rows[0]?.date).toBe('2026-03-30');
  expect(worked(rows)).toEqual([
    ['2026-05-11', 9],
    ['2026-06-08', 3],
    ['2026-06-15', 3],
  ]);
});

test('monthly is twelve months, each named by its first day, a day before them omitted', async () => {
  const rows = await series({ timeframe: 'monthly' });
  expect(rows.map(({ date }) => date)).toEqual([
    ...['07', '08', '09', '10', '11', '12'].map((month) => `2025-${month}-01`),
    ...['01', '02', '03', '04', '05', '06'].map((month) => `2026-${month}-01`),
  ]);
  expect(worked(rows)).toEqual([
    ['2025-07-01', 6],
    ['2026-05-01', 9],
    ['2026-06-01', 6],
  ]);
});

test('a range holds its first and last day; a bucket cut by it counts its days within alone', async () => {
  expect(worked(await series({ timeframe: 'daily', from: '2026-05-16', to: '2026-05-17' }))).toEqual([
    ['2026-05-16', 5],
    ['2026-05-17', 4],
  ]);
  expect(await series({ timeframe: 'daily', from: '2026-06-08', to: '2026-06-08' })).toHaveLength(1);
  expect(worked(await series({ timeframe: 'weekly', from: '2026-05-17', to: '2026-05-18' }))).toEqual([
    ['2026-05-11', 4],
  ]);
  expect(worked(await series({ timeframe: 'monthly', from: '2026-05-17', to: '2026-06-14' }))).toEqual([
    ['2026-05-01', 4],
    ['2026-06-01', 3],
  ]);
});

test('a limit keeps the newest buckets', async () => {
  const whole = await series({ timeframe: 'daily' });
  expect(await series({ timeframe: 'daily', limit: 2 })).toEqual(whole.slice(-2));
  expect(await series({ timeframe: 'daily', limit: 1_000 })).toEqual(whole);
  for (const limit of [0, 1_001]) {
    const refusal = badField('limit', 'A limit is from 1 to 1000.');
    await expectRefusal(server, byUser({ timeframe: 'daily', limit }), refusal);
  }
});

test('a wrong timeframe is BAD_USER_INPUT with fields.timeframe', async () => {
  const refusal = badField('timeframe', 'A timeframe is daily, weekly or monthly.');
  for (const timeframe of ['hourly', 'Daily', ''])
    await expectRefusal(server, byUser({ timeframe }), refusal);
});

test('a range backwards, too long or beyond the calendar is refused, and none hangs the server', async () => {
  const refuse = (from: string | null, to: string | null, field: string, message: string) =>
    expectRefusal(server, byUser({ timeframe: 'daily', from, to }), badField(field, message));
  await refuse('2026-06-02', '2026-06-01', 'from', 'A range starts on or before the day it ends.');
  await refuse('2026-06-16', null, 'from', 'A range starts on or before the day it ends.');
  await refuse('2023-09-19', null, 'from', 'A range has at most 1000 days.');
  await refuse('9999-12-30', '9999-12-31', 'to', 'A range lies in the years 1970 to 2999.');
  await refuse(null, '0000-01-05', 'from', 'A range lies in the years 1970 to 2999.');
  expect(await series({ timeframe: 'daily', from: '2023-09-20' })).toHaveLength(1_000);
});

test("usageByAccount adds up everyone of the account and nobody else's", async () => {
  const call = (accountId: string) => ({
    query: `{ rows: usageByAccount(accountId: "${accountId}", timeframe: "daily", limit: 1) ${BUCKET} }`,
    token: admin,
  });
  expect(await expectData(server, call(world.acme.id))).toEqual({
    rows: [{ date: '2026-06-15', requestCount: 14, successCount: 13, totalTokens: 2_100, totalCost: 0.014 }],
  });
  for (const id of [world.globex.id, 'acc_nonexistent'])
    await expectRefusal(server, call(id), { code: 'NOT_FOUND', message: 'Account not found.' });
});

test("a colleague's usage is an admin's to see; for others it looks missing", async () => {
  const missing = { code: 'NOT_FOUND', message: 'User not found.' } as const;
  const daily = { timeframe: 'daily' };
  await expectRefusal(server, byUser(daily, world.users.colleague.id), missing);
  await expectRefusal(server, byUser(daily, 'usr_nonexistent'), missing);
  await expectRefusal(server, byUser(daily, world.strangers.developer.id, admin), missing);
  const { rows } = await expectData<{ rows: Bucket[] }>(
    server,
    byUser(daily, world.users.colleague.id, admin),
  );
  expect(worked(rows)).toEqual([['2026-06-15', 10]]);
});
