import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { badField, expectData, expectRefusal } from '@/testing/expect-answer';
import { endedJob } from '@/testing/job-rows';
import { meter } from '@/testing/meter';
import { onPostgres } from '@/testing/test-database';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let admin: string;
let developer: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
  developer = await sessionToken(server.context, world.users.developer);
  const { users, strangers } = world;
  const failed = { status: 'FAILED' } as const;
  const run = (user: typeof users.developer, day: string, times: number, more: Parameters<typeof meter>[4]) =>
    meter(server.context, user, `${day}T11:00:00Z`, times, more);
  await run(users.developer, '2026-06-01', 6, { template: 'a', model: 'x/one', apiKeyId: 'key_gone' });
  await run(users.developer, '2026-06-01', 2, {
    template: 'a',
    model: 'x/one',
    apiKeyId: 'key_gone',
    ...failed,
  });
  await run(users.developer, '2026-06-02', 1, { template: 'b', model: 'x/two', ...failed });
  await run(users.colleague, '2026-06-15', 5, { template: 'b', model: 'x/two', ...failed });
  await run(users.colleague, '2026-06-15', 9, { template: 'c', model: 'x/three' });
  await run(users.colleague, '2026-05-01', 50, { template: 'old', model: 'x/old', ...failed });
  await run(strangers.developer, '2026-06-15', 99, { template: 'theirs', model: 'x/theirs', ...failed });
});
afterAll(() => server.close());

const call = (of: 'User' | 'Account', args: Record<string, unknown> = {}, token = admin) => ({
  query: `query ($id: ID!, $by: FailureGroup!, $limit: Int, $from: Date, $to: Date) {
    rows: failuresBy${of}(${of.toLowerCase()}Id: $id, by: $by, limit: $limit, from: $from, to: $to) {
      name failed executions share
    }
  }`,
  variables: { id: of === 'User' ? world.users.developer.id : world.acme.id, by: 'TEMPLATE', ...args },
  token,
});
const rows = async (of: 'User' | 'Account', args?: Record<string, unknown>, token?: string) =>
  (
    await expectData<{ rows: { name: string; failed: number; executions: number; share: number }[] }>(
      server,
      call(of, args, token),
    )
  ).rows.map(({ name, failed, executions, share }) => `${name} ${failed}/${executions} ${share}`);

test("an account's failures come most failed first, without what didn't fail, by template, model and key", async () => {
  expect(await rows('Account')).toEqual(['b 6/6 75', 'a 2/8 25']);
  expect(await rows('Account', { by: 'MODEL' })).toEqual(['x/two 6/6 75', 'x/one 2/8 25']);
  expect(await rows('Account', { by: 'API_KEY' })).toEqual([
    'No API key 6/15 75',
    'Deleted key (key_gone) 2/8 25',
  ]);
  expect(await rows('Account', { limit: 1 })).toEqual(['b 6/6 75']);
});

test('failures have the codes of their jobs, as far as those are kept', async () => {
  const { developer: own, colleague } = world.users;
  const at = new Date('2026-06-15T11:00:00Z');
  const failed = { status: 'FAILED', createdAt: at, finishedAt: at } as const;
  await server.context.db.write((tx) =>
    tx.job.createMany({
      data: [
        { ...endedJob(colleague, 'job_one'), ...failed, errorCode: 'STREAM_CUT' },
        { ...endedJob(colleague, 'job_two'), ...failed, errorCode: 'PROVIDER_UNAVAILABLE' },
        { ...endedJob(colleague, 'job_three'), ...failed, errorCode: 'PROVIDER_UNAVAILABLE' },
        {
          ...endedJob(own, 'job_old'),
          ...failed,
          errorCode: 'STREAM_CUT',
          createdAt: new Date('2026-01-01'),
          finishedAt: new Date('2026-01-01'),
        },
        { ...endedJob(own, 'job_good'), createdAt: failed.createdAt },
      ],
    }),
  );
  expect(await rows('Account', { by: 'ERROR_CODE', from: '2026-06-03', to: '2026-06-15' })).toEqual([
    'Jobs not kept 2/14 40',
    'PROVIDER_UNAVAILABLE 2/14 40',
    'STREAM_CUT 1/14 20',
  ]);
  expect(await rows('User', { by: 'ERROR_CODE' })).toEqual(['Jobs not kept 3/9 100']);
});

test('a job that failed long after it was created counts on the day of its end', async () => {
  const { colleague } = world.users;
  await meter(server.context, colleague, '2022-02-02T00:01:00Z', 2, { status: 'FAILED' });
  const failed = {
    ...({ status: 'FAILED', errorCode: 'STREAM_CUT' } as const),
    finishedAt: new Date('2022-02-02T00:01:00Z'),
  };
  await server.context.db.write((tx) =>
    tx.job.createMany({
      data: [
        { ...endedJob(colleague, 'job_patient'), ...failed, createdAt: new Date('2021-01-01') },
        { ...endedJob(colleague, 'job_quick'), ...failed, createdAt: failed.finishedAt },
      ],
    }),
  );
  const days = { from: '2022-02-02', to: '2022-02-02' };
  expect(await rows('Account', { by: 'ERROR_CODE', ...days })).toEqual(['STREAM_CUT 2/2 100']);
});

test('a job that failed after midnight counts on that day alone, as its execution does', async () => {
  const { colleague } = world.users;
  await meter(server.context, colleague, '2023-02-02T00:01:00Z', 1, { status: 'FAILED' });
  await server.context.db.write((tx) =>
    tx.job.create({
      data: {
        ...endedJob(colleague, 'job_midnight'),
        ...{ status: 'FAILED', errorCode: 'STREAM_CUT' },
        createdAt: new Date('2023-02-01T23:59:00Z'),
        finishedAt: new Date('2023-02-02T00:01:00Z'),
      },
    }),
  );
  const on = (day: string) => rows('Account', { by: 'ERROR_CODE', from: day, to: day });
  expect(await on('2023-02-01')).toEqual([]);
  expect(await on('2023-02-02')).toEqual(['STREAM_CUT 1/1 100']);
});

test("a user's failures are of that user's executions alone", async () => {
  const own = (by: string) => rows('User', { by, from: '2026-06-01', to: '2026-06-15' }, developer);
  expect(await own('TEMPLATE')).toEqual([`a 2/8 ${200 / 3}`, `b 1/1 ${100 / 3}`]);
  expect(await own('MODEL')).toEqual([`x/one 2/8 ${200 / 3}`, `x/two 1/1 ${100 / 3}`]);
  expect(await own('API_KEY')).toEqual([
    `Deleted key (key_gone) 2/8 ${200 / 3}`,
    `No API key 1/1 ${100 / 3}`,
  ]);
});

test('a range holds its first and last day, long ones too; a range without failures is empty', async () => {
  expect(await rows('Account', { from: '2026-05-01', to: '2026-05-01' })).toEqual(['old 50/50 100']);
  expect(await rows('Account', { from: '2024-01-01', to: '2026-06-01' })).toHaveLength(2);
  expect(await rows('Account', { from: '2026-06-03', to: '2026-06-14' })).toEqual([]);
});

test('a key is named by its name, or by its hint', async () => {
  const { developer: owner } = world.users;
  for (const [id, name] of [
    ['key_named', 'Nightly'],
    ['key_plain', null],
  ] as const) {
    await server.context.db.write((tx) =>
      tx.apiKey.create({
        data: {
          id,
          name,
          accountId: owner.accountId,
          userId: owner.id,
          hint: 'sy_live_…abcd',
          secretHash: id,
          status: 'ACTIVE',
          scopeRead: true,
          scopeWrite: true,
          scopeAdmin: false,
          createdAt: server.context.now(),
          updatedAt: server.context.now(),
        },
      }),
    );
    await meter(server.context, owner, '2026-04-01T11:00:00Z', 1, { apiKeyId: id, status: 'FAILED' });
  }
  const day = { by: 'API_KEY', from: '2026-04-01', to: '2026-04-01' };
  expect(await rows('Account', day)).toEqual(['Nightly 1/1 50', 'sy_live_…abcd 1/1 50']);
});

test("another account's failures, and for a developer a colleague's, return NOT_FOUND", async () => {
  await expectRefusal(server, call('Account', { id: world.globex.id }), {
    code: 'NOT_FOUND',
    message: 'Account not found.',
  });
  for (const id of [world.strangers.developer.id, world.users.colleague.id])
    await expectRefusal(server, call('User', { id }, developer), {
      code: 'NOT_FOUND',
      message: 'User not found.',
    });
  await expectRefusal(server, call('User', { limit: 0 }), badField('limit', 'A limit is from 1 to 100.'));
});

test.skipIf(onPostgres)('the migration back-fills what metering adds, from the executions', async () => {
  const added = () =>
    server.context.db.prisma.dailyUsage.findMany({
      where: { grain: { in: ['MODEL', 'USER_MODEL', 'USER_API_KEY'] } },
      orderBy: [
        { accountId: 'asc' },
        { grain: 'asc' },
        { subjectId: 'asc' },
        { templateId: 'asc' },
        { day: 'asc' },
      ],
    });
  const metered = await added();
  const migration = readFileSync('prisma/migrations/sqlite/0009_failures/migration.sql', 'utf8');
  await server.context.db.write(async (tx) => {
    await tx.dailyUsage.deleteMany({ where: { grain: { in: ['MODEL', 'USER_MODEL', 'USER_API_KEY'] } } });
    for (const statement of migration.split(';').filter((each) => each.trim()))
      await tx.$executeRawUnsafe(statement);
  });
  expect(metered.length).toBeGreaterThan(10);
  expect(await added()).toEqual(metered);
});
