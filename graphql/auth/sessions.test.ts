import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectData, expectRefusal, needsSession } from '@/testing/expect-answer';
import { storedText } from '@/testing/stored-rows';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, PASSWORD, sessionToken, type TestWorld } from '@/testing/test-world';

const MINUTE = 60_000;
const DAY = 86_400_000;
const signedOut = { code: 'UNAUTHENTICATED', message: 'Sign in first.' } as const;

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
beforeEach(() => server.setNow(TEST_NOW));
afterAll(() => server.close());

const at = (milliseconds: number) => server.setNow(new Date(TEST_NOW.getTime() + milliseconds));
const me = async (token?: string) =>
  (await expectData<{ me: { id: string } | null }>(server, { query: '{ me { id } }', token })).me;
const onlySession = (userId: string) =>
  server.context.db.prisma.session.findFirstOrThrow({ where: { userId } });

async function signIn(email: string): Promise<string> {
  const query = `mutation ($email: String!, $password: String!) {
    signIn(email: $email, password: $password) { token }
  }`;
  const variables = { email, password: PASSWORD };
  return (await expectData<{ signIn: { token: string } }>(server, { query, variables })).signIn.token;
}

test('only a hash of the token is stored; token and password are stored nowhere', async () => {
  const token = await signIn('dev@acme.example');
  expect(token).toMatch(/^sy_session_[\w-]{43}$/);
  const stored = await storedText(server.context);
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(token.slice('sy_session_'.length));
  expect(stored).not.toContain(PASSWORD);
});

test('a session is written at most once per minute, and each time ends 30 days later', async () => {
  const user = world.users.colleague;
  const token = await signIn(user.email);
  at(MINUTE - 1);
  await me(token);
  expect((await onlySession(user.id)).lastUsedAt).toEqual(TEST_NOW);
  at(MINUTE);
  await Promise.all([me(token), me(token), me(token)]);
  const touched = await onlySession(user.id);
  expect(touched.lastUsedAt).toEqual(server.context.now());
  expect(touched.expiresAt.getTime()).toBe(TEST_NOW.getTime() + MINUTE + 30 * DAY);
  at(2 * MINUTE - 1);
  await me(token);
  expect((await onlySession(user.id)).lastUsedAt).toEqual(touched.lastUsedAt);
});

test('a session lives as long as it is used every 30 days, and ends the moment they have passed', async () => {
  const token = await signIn('second@acme.example');
  at(29 * DAY);
  expect(await me(token)).not.toBeNull();
  at(59 * DAY - 1);
  expect(await me(token)).not.toBeNull();
  at(89 * DAY - 1);
  expect(await me(token)).toBeNull();
  await expectRefusal(server, { query: '{ myApiKeys { id } }', token }, signedOut);
});

test('me is null without a token, for invalid tokens and for malformed headers', async () => {
  const { rawKey } = await keyOf(server.context, world.users.developer, ['read'], '2026-06-15');
  const expired = await sessionToken(server.context, world.users.developer, TEST_NOW);
  at(DAY);
  for (const token of [undefined, 'nonsense', 'sy_live_nonsense', 'sy_session_', expired, rawKey]) {
    expect(await me(token)).toBeNull();
  }
  const hash = (await server.context.db.prisma.session.findFirstOrThrow()).tokenHash;
  expect(await me(hash)).toBeNull();
});

test('signing out ends just the session that did, once and for all', async () => {
  const [one, other] = [await signIn('reader@acme.example'), await signIn('reader@acme.example')];
  await expectRefusal(
    server,
    {
      query: 'mutation { signOut }',
      token: (await keyOf(server.context, world.users.developer, ['read', 'write'])).rawKey,
    },
    needsSession,
  );
  await expectData(server, { query: 'mutation { signOut }', token: one });
  expect(await me(one)).toBeNull();
  expect(await me(other)).toEqual({ id: world.users.readOnly.id });
  await expectRefusal(server, { query: 'mutation { signOut }', token: one }, signedOut);
  await expectRefusal(server, { query: '{ myApiKeys { id } }', token: one }, signedOut);
});

test('disabling a user ends every session and key at once; enabling revives the keys alone', async () => {
  const user = world.users.colleague;
  const admin = await sessionToken(server.context, world.users.admin);
  const tokens = [await signIn(user.email), await sessionToken(server.context, user)];
  const { rawKey } = await keyOf(server.context, user, ['read']);
  const change = (action: 'disableUser' | 'enableUser') =>
    expectData(server, { query: `mutation { ${action}(id: "${user.id}") { id status } }`, token: admin });

  expect(await change('disableUser')).toEqual({ disableUser: { id: user.id, status: 'DISABLED' } });
  for (const token of [...tokens, rawKey]) {
    await expectRefusal(server, { query: '{ myApiKeys { id } }', token }, signedOut);
  }
  expect(await server.context.db.prisma.session.count({ where: { userId: user.id } })).toBe(0);

  expect(await change('enableUser')).toEqual({ enableUser: { id: user.id, status: 'ACTIVE' } });
  expect(await Promise.all(tokens.map(me))).toEqual([null, null]);
  expect(await me(rawKey)).toEqual({ id: user.id });
  expect(await me(await signIn(user.email))).toEqual({ id: user.id });
});
