import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { badField, expectData, expectRefusal } from '@/testing/expect-answer';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

const MINUTE = 60_000;
const signedOut = { code: 'UNAUTHENTICATED', message: 'Sign in first.' } as const;
const lacks = (scope: string, who = 'the API key') =>
  ({ code: 'FORBIDDEN', message: `This call needs the scope ${scope}, which ${who} lacks.` }) as const;

let server: TestServer;
let world: TestWorld;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin, new Date('2030-01-01'));
});
beforeEach(() => server.setNow(TEST_NOW));
afterAll(() => server.close());

const LIST = { query: '{ myApiKeys(limit: 1) { id } }' };
const expiring = (day: string, token: string) => ({
  query:
    'mutation ($day: Date) { createAPIKey(expires_at: $day) { rawKey apiKey { id expires_at status } } }',
  variables: { day },
  token,
});
const row = (id: string) => server.context.db.prisma.apiKey.findUniqueOrThrow({ where: { id } });

test('a key works to the last instant of its UTC day and not one longer; EXPIRED comes from the clock', async () => {
  const { createAPIKey: made } = await expectData<{
    createAPIKey: { rawKey: string; apiKey: { id: string; expires_at: string } };
  }>(server, expiring('2026-06-16', admin));
  expect(Number(made.apiKey.expires_at)).toBe(Date.UTC(2026, 5, 17));
  const status = async () => {
    const query = `query ($accountId: ID!) {
      all: listAPIKeys(accountId: $accountId) { id status }
      active: listAPIKeys(accountId: $accountId, status: ACTIVE) { id }
      expired: listAPIKeys(accountId: $accountId, status: EXPIRED) { id }
    }`;
    const call = { query, variables: { accountId: world.acme.id }, token: admin };
    const data = await expectData<Record<string, { id: string; status: string }[]>>(server, call);
    const holds = (list: string) => data[list]?.find(({ id }) => id === made.apiKey.id);
    expect([holds('active') !== undefined, holds('expired') !== undefined]).toEqual([
      holds('all')?.status === 'ACTIVE',
      holds('all')?.status === 'EXPIRED',
    ]);
    return holds('all')?.status;
  };
  server.setNow(new Date(Date.UTC(2026, 5, 17) - 1));
  expect(await status()).toBe('ACTIVE');
  await expectData(server, { ...LIST, token: made.rawKey });
  server.setNow(new Date(Date.UTC(2026, 5, 17)));
  expect(await status()).toBe('EXPIRED');
  await expectRefusal(server, { ...LIST, token: made.rawKey }, signedOut);
  expect((await row(made.apiKey.id)).status).toBe('ACTIVE');
});

test("today is accepted as expiry to the last instant of the day; a past day and a day that is none aren't", async () => {
  server.setNow(new Date('2026-06-15T23:59:59.999Z'));
  await expectData(server, expiring('2026-06-15', admin));
  const past = badField('expires_at', 'The expiry date has passed. Choose today or a later day.');
  await expectRefusal(server, expiring('2026-06-14', admin), past);
  await expectRefusal(server, expiring('1999-12-31', admin), past);
  for (const day of ['2026-02-30', '15.06.2026', '2026-06-15T00:00:00Z', '']) {
    const { data, errors } = await server.call(expiring(day, admin));
    expect(data).toBeNull();
    expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(errors[0]?.message).toContain('A Date is a calendar date, YYYY-MM-DD.');
  }
});

test('last_used_at is kept to the minute: a busy key costs one write a minute', async () => {
  const { apiKey, rawKey } = await keyOf(server.context, world.users.developer, ['read']);
  expect((await row(apiKey.id)).lastUsedAt).toBeNull();
  for (const milliseconds of [0, 1, MINUTE - 1]) {
    server.setNow(new Date(TEST_NOW.getTime() + milliseconds));
    await expectData(server, { ...LIST, token: rawKey });
    expect((await row(apiKey.id)).lastUsedAt).toEqual(TEST_NOW);
  }
  server.setNow(new Date(TEST_NOW.getTime() + MINUTE));
  await expectData(server, { ...LIST, token: rawKey });
  expect((await row(apiKey.id)).lastUsedAt).toEqual(server.context.now());
  expect((await row(apiKey.id)).updatedAt).toEqual(TEST_NOW);
});

test('a call refused for its key leaves last_used_at alone', async () => {
  const { apiKey, rawKey } = await keyOf(server.context, world.users.developer, ['read']);
  await expectData(server, { query: `mutation { revokeAPIKey(id: "${apiKey.id}") { id } }`, token: admin });
  await expectRefusal(server, { ...LIST, token: rawKey }, signedOut);
  expect((await row(apiKey.id)).lastUsedAt).toBeNull();
});

test('a scope taken from the owner is gone from the key with the next call, and returns with it', async () => {
  const { id } = world.users.colleague;
  const { apiKey, rawKey } = await keyOf(server.context, world.users.colleague, ['read', 'write']);
  const setScopes = (scopes: string) =>
    expectData(server, {
      query: `mutation { updateUser(id: "${id}", updates: { scopes: ${scopes} }) { id } }`,
      token: admin,
    });
  const write = { query: 'mutation { updateMyProfile(first_name: "Cole") { id } }', token: rawKey };
  await setScopes('{ read: true }');
  await expectRefusal(server, write, lacks('write', "the API key's owner"));
  await expectData(server, { ...LIST, token: rawKey });
  await setScopes('{ write: true }');
  await expectRefusal(server, { ...LIST, token: rawKey }, lacks('read', "the API key's owner"));
  await setScopes('{ read: true, write: true }');
  await expectData(server, write);
  expect(await row(apiKey.id)).toMatchObject({ scopeRead: true, scopeWrite: true });
});

test("a demoted admin's keys lose the account at once, and a plain key of an admin never had it", async () => {
  const { id } = world.users.secondAdmin;
  const full = await keyOf(server.context, world.users.secondAdmin, ['read', 'write', 'admin']);
  const plain = await keyOf(server.context, world.users.secondAdmin, ['read', 'write']);
  const users = { query: `{ listUsers(accountId: "${world.acme.id}", limit: 1) { id } }` };
  await expectData(server, { ...users, token: full.rawKey });
  await expectRefusal(server, { ...users, token: plain.rawKey }, lacks('admin'));
  await expectData(server, {
    query: `mutation { updateUser(id: "${id}", updates: { role: DEVELOPER }) { id } }`,
    token: admin,
  });
  await expectRefusal(
    server,
    { ...users, token: full.rawKey },
    {
      code: 'FORBIDDEN',
      message: "You don't have permission to do this.",
    },
  );
  await expectData(server, { ...LIST, token: full.rawKey });
});
