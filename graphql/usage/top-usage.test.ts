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
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
  developer = await sessionToken(server.context, world.users.developer);
  const { users, strangers } = world;
  await meter(server.context, users.developer, '2026-06-15T11:00:00Z', 5, { template: 'summarization' });
  await meter(server.context, users.developer, '2026-05-17T00:00:00Z', 4, { template: 'summarization' });
  await meter(server.context, users.developer, '2026-05-16T23:59:59.999Z', 90, { template: 'translation' });
  await meter(server.context, users.developer, '2026-06-01T11:00:00Z', 2, { template: 'translation' });
  await meter(server.context, users.colleague, '2026-06-02T11:00:00Z', 30, { template: 'extraction' });
  for (const template of ['a', 'b', 'c', 'd']) {
    await meter(server.context, users.colleague, '2026-06-03T11:00:00Z', 1, { template });
  }
  await meter(server.context, users.readOnly, '2026-06-03T11:00:00Z', 34, { template: 'extraction' });
  await meter(server.context, strangers.developer, '2026-06-03T11:00:00Z', 99, { template: 'theirs' });
});
afterAll(() => server.close());

const ARGS = '$id: ID!, $limit: Int, $from: Date, $to: Date';
const PASS = 'limit: $limit, from: $from, to: $to';
const queries = {
  templatesOfUser: `query (${ARGS}) { rows: topTemplatesByUser(userId: $id, ${PASS}) { name totalExecutions } }`,
  templates: `query (${ARGS}) { rows: topTemplatesByUsage(accountId: $id, ${PASS}) { templateId name totalExecutions } }`,
  users: `query (${ARGS}) { rows: topUsersByUsage(accountId: $id, ${PASS}) { userId userName totalExecutions } }`,
};
const call = (of: keyof typeof queries, args: Record<string, unknown> = {}, token = admin) => ({
  query: queries[of],
  variables: { id: of === 'templatesOfUser' ? world.users.developer.id : world.acme.id, ...args },
  token,
});
interface Row {
  name?: string;
  userName?: string;
  totalExecutions: number;
}
const top = async (of: keyof typeof queries, args?: Record<string, unknown>) =>
  (await expectData<{ rows: Row[] }>(server, call(of, args))).rows.map(
    ({ name, userName, totalExecutions }) => `${name ?? userName} ${totalExecutions}`,
  );

test("a user's templates come most run first over the last 30 days, the user's runs alone", async () => {
  expect(await top('templatesOfUser')).toEqual(['summarization 9', 'translation 2']);
  expect(await top('templatesOfUser', { limit: 1 })).toEqual(['summarization 9']);
});

test('a chosen range holds its first and last day', async () => {
  const range = { from: '2026-05-16', to: '2026-05-17' };
  expect(await top('templatesOfUser', range)).toEqual(['translation 90', 'summarization 4']);
  expect(await top('users', { from: '2026-05-16', to: '2026-05-16' })).toEqual(['Dee Veloper 90']);
  expect(await top('templates', { from: '2026-06-14', to: '2026-06-15' })).toEqual(['summarization 5']);
});

test('if no limit is given, there are five; ties come in the same order every time, by id', async () => {
  const five = await top('templates');
  expect(five).toHaveLength(5);
  expect(five.slice(0, 3)).toEqual(['extraction 64', 'summarization 9', 'translation 2']);
  const { rows } = await expectData<{ rows: { templateId: string; totalExecutions: number }[] }>(
    server,
    call('templates', { limit: 100 }),
  );
  expect(rows).toHaveLength(7);
  const tied = rows
    .filter(({ totalExecutions }) => totalExecutions === 1)
    .map(({ templateId }) => templateId);
  expect(tied).toEqual(tied.toSorted());
});

// Days are added up 100 at a time: the second of these ranges parts the runs of May 16 and 17.
test.each(['2023-09-20', '2026-02-06'])(
  'a long range, from %s, ranks as a short one does, ties too',
  async (from) => {
    for (const of of ['templatesOfUser', 'templates', 'users'] as const) {
      for (const limit of [1, 3, 100]) {
        const short = await top(of, { from: '2026-05-01', to: '2026-06-15', limit });
        expect(short.length).toBeGreaterThan(0);
        expect(await top(of, { from, to: '2026-06-15', limit })).toEqual(short);
      }
    }
    expect(await top('users', { from: '2020-01-01', to: '2021-01-01' })).toEqual([]);
  },
);

test('users are named by first and last name, or by email address; of another account none appears', async () => {
  const ties = await top('users');
  expect(ties.slice(0, 2).sort()).toEqual(['colleague@acme.example 34', 'reader@acme.example 34']);
  expect(ties[2]).toBe('Dee Veloper 11');
  expect(ties).toHaveLength(3);
  expect(await top('users')).toEqual(ties);
});

test('a limit is 1 to 100 and a range runs forwards', async () => {
  for (const of of ['templatesOfUser', 'templates', 'users'] as const) {
    for (const limit of [0, 101]) {
      await expectRefusal(server, call(of, { limit }), badField('limit', 'A limit is from 1 to 100.'));
    }
    await expectRefusal(
      server,
      call(of, { from: '2026-06-02', to: '2026-06-01' }),
      badField('from', 'A range starts on or before the day it ends.'),
    );
  }
});

test("another account's, and for a developer a colleague's, look missing", async () => {
  for (const of of ['templates', 'users'] as const) {
    for (const id of [world.globex.id, 'acc_nonexistent']) {
      await expectRefusal(server, call(of, { id }), { code: 'NOT_FOUND', message: 'Account not found.' });
    }
  }
  for (const id of [world.strangers.developer.id, 'usr_nonexistent', world.users.colleague.id]) {
    await expectRefusal(server, call('templatesOfUser', { id }, developer), {
      code: 'NOT_FOUND',
      message: 'User not found.',
    });
  }
});

test('usage metered after a read counts at the next read, on a past day as well as today', async () => {
  const range = { from: '2026-06-03', to: '2026-06-15' };
  const before = await top('users', range);
  expect(before).toEqual(['reader@acme.example 34', 'Dee Veloper 5', 'colleague@acme.example 4']);
  expect(await top('users', range)).toEqual(before);
  await meter(server.context, world.users.colleague, '2026-06-04T11:00:00Z', 31, { template: 'late' });
  const late = ['colleague@acme.example 35', 'reader@acme.example 34', 'Dee Veloper 5'];
  expect(await top('users', range)).toEqual(late);
  await meter(server.context, world.users.developer, '2026-06-15T11:30:00Z', 31, { template: 'late' });
  expect(await top('users', range)).toEqual(['Dee Veloper 36', ...late.slice(0, 2)]);
  expect(await top('users', { from: '2026-06-15', to: '2026-06-15' })).toEqual(['Dee Veloper 36']);
});
