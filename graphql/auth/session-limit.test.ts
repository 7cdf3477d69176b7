import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { hashToken } from '@/lib/server/auth/tokens';
import { newId } from '@/lib/server/ids';
import { expectData } from '@/testing/expect-answer';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, PASSWORD, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());

const MINUTE = 60_000;
const signIn = () =>
  expectData<{ signIn: { token: string } }>(server, {
    query: `mutation { signIn(email: "dev@acme.example", password: "${PASSWORD}") { token } }`,
  });
const me = async (token: string) =>
  (await expectData<{ me: { id: string } | null }>(server, { query: '{ me { id } }', token })).me;
const sessions = () =>
  server.context.db.prisma.session.count({ where: { userId: world.users.developer.id } });

test('a sign-in beyond a thousand sessions ends the least recently used one, with its event, and no other', async () => {
  const { developer, colleague } = world.users;
  const oldest = await sessionToken(server.context, developer);
  const expired = await sessionToken(server.context, developer, TEST_NOW);
  const colleagues = await sessionToken(server.context, colleague);
  server.setNow(new Date(TEST_NOW.getTime() + MINUTE));
  const expiresAt = new Date(TEST_NOW.getTime() + 30 * MINUTE);
  const rest = Array.from({ length: limits.session.ofUser - 2 }, (_, index) => ({
    id: newId(server.context, 'session'),
    userId: developer.id,
    tokenHash: hashToken(`sy_session_${index}`),
    createdAt: TEST_NOW,
    lastUsedAt: server.context.now(),
    expiresAt,
  }));
  await server.context.db.write((tx) => tx.session.createMany({ data: rest }));
  const { id } = await server.context.db.prisma.session.findUniqueOrThrow({
    where: { tokenHash: hashToken(oldest) },
  });
  // Which of the two goes first depends on their ids: they were last used at the same moment.
  const { signIn: first } = await signIn();
  const { signIn: second } = await signIn();
  expect(await sessions()).toBe(limits.session.ofUser);
  expect(await Promise.all([oldest, expired].map(me))).toEqual([null, null]);
  const others = ['sy_session_0', first.token, second.token];
  expect(await Promise.all(others.map(me))).toEqual(others.map(() => ({ id: developer.id })));
  expect(await me(colleagues)).toEqual({ id: colleague.id });
  expect(
    await server.context.db.prisma.auditEvent.findMany({ where: { action: 'session.revoke' } }),
  ).toMatchObject([
    {
      userId: developer.id,
      entityId: id,
      metadata: { entity_id: id, device: 'Unknown device', over_limit: true },
    },
  ]);
});

test('of several beyond a thousand, from before the limit, one event gives their number', async () => {
  const { developer } = world.users;
  const [expiresAt, before] = [
    new Date(TEST_NOW.getTime() + 30 * MINUTE),
    new Date(TEST_NOW.getTime() - MINUTE),
  ];
  const more = Array.from({ length: 3 }, (_, index) => ({
    id: newId(server.context, 'session'),
    userId: developer.id,
    tokenHash: hashToken(`sy_session_before_${index}`),
    createdAt: before,
    lastUsedAt: before,
    expiresAt,
  }));
  await server.context.db.write((tx) => tx.session.createMany({ data: more }));
  const where = { action: 'session.revoke' };
  const known = await server.context.db.prisma.auditEvent.count({ where });
  await signIn();
  expect(await sessions()).toBe(limits.session.ofUser);
  const events = await server.context.db.prisma.auditEvent.findMany({ where, orderBy: { id: 'asc' } });
  expect(events).toHaveLength(known + 1);
  expect(events.map(({ metadata }) => metadata)).toContainEqual({
    entity_id: expect.any(String),
    times: 4,
    over_limit: true,
  });
});
