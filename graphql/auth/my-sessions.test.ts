import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { hashToken } from '@/lib/server/auth/tokens';
import { newId } from '@/lib/server/ids';
import type { User } from '@/prisma/generated/prisma/client';
import { expectData, expectRefusal, needsSession } from '@/testing/expect-answer';
import { storedRows } from '@/testing/stored-rows';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
beforeEach(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterEach(() => server.close());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const missing = { code: 'NOT_FOUND', message: 'Session not found.' } as const;

interface Listed {
  id: string;
  device: string;
  address: string | null;
  createdAt: string;
  last_used_at: string;
  expires_at: string;
  is_current: boolean;
}
const LIST = '{ mySessions { id device address createdAt last_used_at expires_at is_current } }';
const list = async (token: string) =>
  (await expectData<{ mySessions: Listed[] }>(server, { query: LIST, token })).mySessions;
const end = (id: string, token: string) => ({
  query: 'mutation ($id: ID!) { endSession(id: $id) }',
  variables: { id },
  token,
});
const endOthers = (token: string) => ({ query: 'mutation { endOtherSessions }', token });
const sessionOf = (token: string) =>
  server.context.db.prisma.session.findUniqueOrThrow({ where: { tokenHash: hashToken(token) } });
const me = async (token: string) =>
  (await expectData<{ me: { id: string } | null }>(server, { query: '{ me { id } }', token })).me;
const events = (action: string) =>
  server.context.db.prisma.auditEvent.findMany({ where: { action }, orderBy: { id: 'asc' } });

async function startedOn(user: User, userAgent: string, address: string): Promise<string> {
  const token = await sessionToken(server.context, user);
  await server.context.db.write((tx) =>
    tx.session.update({ where: { tokenHash: hashToken(token) }, data: { userAgent, address } }),
  );
  return token;
}
const later = (minutes: number) => server.setNow(new Date(TEST_NOW.getTime() + minutes * 60_000));

test('the list shows where one is signed in, the session that asks first, then last used first', async () => {
  const { developer, colleague } = world.users;
  const old = await sessionToken(server.context, developer);
  await sessionToken(server.context, developer, TEST_NOW);
  await sessionToken(server.context, colleague);
  later(2);
  const used = await startedOn(developer, FIREFOX, '203.0.113.7');
  later(4);
  const asking = await sessionToken(server.context, developer);
  const shown = await list(asking);
  expect(shown.map(({ id }) => id)).toEqual(
    (await Promise.all([asking, used, old].map(sessionOf))).map(({ id }) => id),
  );
  expect(shown.map(({ is_current }) => is_current)).toEqual([true, false, false]);
  expect(shown[1]).toMatchObject({
    device: 'Firefox on Linux',
    address: '203.0.113.7',
    createdAt: String(TEST_NOW.getTime() + 120_000),
    last_used_at: String(TEST_NOW.getTime() + 120_000),
  });
  expect(shown[2]).toMatchObject({ device: 'Unknown device', address: null });
  const [first, second, third] = shown.map(({ id }) => id);
  expect((await list(old)).map(({ id, is_current }) => [id, is_current])).toEqual([
    [third, true],
    [first, false],
    [second, false],
  ]);
});

test('an ended session is refused at once, its end is in the audit trail, and a second try finds none', async () => {
  const { developer } = world.users;
  const token = await sessionToken(server.context, developer);
  const other = await startedOn(developer, FIREFOX, '203.0.113.7');
  const { id } = await sessionOf(other);
  expect(await expectData(server, end(id, token))).toEqual({ endSession: true });
  expect(await me(other)).toBeNull();
  expect(await me(token)).toEqual({ id: developer.id });
  await expectRefusal(
    server,
    { query: '{ myApiKeys { id } }', token: other },
    { code: 'UNAUTHENTICATED', message: 'Sign in first.' },
  );
  expect(await list(token)).toHaveLength(1);
  expect(await events('session.revoke')).toMatchObject([
    { userId: developer.id, entityId: id, metadata: { entity_id: id, device: 'Firefox on Linux' } },
  ]);
  await expectRefusal(server, end(id, token), missing);
  expect(await events('session.revoke')).toHaveLength(1);
});

test("another person's session, an expired one and none get the same response, and nothing changes", async () => {
  const { admin, developer, colleague } = world.users;
  const token = await sessionToken(server.context, admin);
  const theirs = [
    await sessionToken(server.context, developer),
    await sessionToken(server.context, colleague),
    await sessionToken(server.context, world.strangers.developer),
    await sessionToken(server.context, admin, TEST_NOW),
  ];
  const ids = (await Promise.all(theirs.map(sessionOf))).map(({ id }) => id);
  const before = await storedRows(server.context);
  for (const id of [...ids, 'ses_none', '']) await expectRefusal(server, end(id, token), missing);
  expect(await storedRows(server.context)).toEqual(before);
});

test('ending the session that asks is signing out', async () => {
  const token = await sessionToken(server.context, world.users.readOnly);
  const { id } = await sessionOf(token);
  await expectData(server, end(id, token));
  expect(await me(token)).toBeNull();
  expect(await events('session.revoke')).toEqual([]);
  expect(await events('session.end')).toMatchObject([{ userId: world.users.readOnly.id, entityId: id }]);
});

test('all others end in one call, each with its event; keys, and who else is signed in, stay', async () => {
  const { developer, colleague } = world.users;
  const token = await sessionToken(server.context, developer);
  const others = [
    await startedOn(developer, FIREFOX, '203.0.113.7'),
    await sessionToken(server.context, developer),
  ];
  const expired = await sessionToken(server.context, developer, TEST_NOW);
  const colleagues = await sessionToken(server.context, colleague);
  const { rawKey } = await keyOf(server.context, developer, ['read']);
  const ids = (await Promise.all(others.map(sessionOf))).map(({ id }) => id);

  expect(await expectData(server, endOthers(token))).toEqual({ endOtherSessions: 2 });
  expect(await Promise.all([...others, expired].map(me))).toEqual([null, null, null]);
  expect(await Promise.all([token, colleagues, rawKey].map(me))).toEqual([
    { id: developer.id },
    { id: colleague.id },
    { id: developer.id },
  ]);
  const recorded = await events('session.revoke');
  expect(recorded.map(({ entityId }) => entityId).toSorted()).toEqual(ids.toSorted());
  expect(await expectData(server, endOthers(token))).toEqual({ endOtherSessions: 0 });
  expect(await events('session.revoke')).toHaveLength(2);
});

test('of more sessions than the list shows all end, and the trail counts the rest in one event', async () => {
  const { developer } = world.users;
  const token = await sessionToken(server.context, developer);
  const count = limits.session.listed + 7;
  await server.context.db.write((tx) =>
    tx.session.createMany({
      data: Array.from({ length: count }, (_, index) => ({
        id: newId(server.context, 'session'),
        userId: developer.id,
        tokenHash: `hash ${index}`,
        createdAt: TEST_NOW,
        lastUsedAt: TEST_NOW,
        expiresAt: new Date(TEST_NOW.getTime() + 60_000),
      })),
    }),
  );
  expect(await list(token)).toHaveLength(limits.session.listed);
  expect(await expectData(server, endOthers(token))).toEqual({ endOtherSessions: count });
  expect(await server.context.db.prisma.session.count({ where: { userId: developer.id } })).toBe(1);
  const recorded = await events('session.revoke');
  expect(recorded).toHaveLength(limits.session.listed + 1);
  expect(recorded.filter(({ metadata }) => Object(metadata).times === 7)).toHaveLength(1);
});

test('no API key sees or ends a session, whatever its scopes', async () => {
  const { admin } = world.users;
  const { rawKey } = await keyOf(server.context, admin, ['read', 'write', 'admin']);
  const { id } = await sessionOf(await sessionToken(server.context, admin));
  for (const call of [{ query: LIST, token: rawKey }, end(id, rawKey), endOthers(rawKey)]) {
    await expectRefusal(server, call, needsSession);
  }
});
