import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectData, expectRefusal, needsSession } from '@/testing/expect-answer';
import { storedText } from '@/testing/stored-rows';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, PASSWORD, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let admin: string;
beforeEach(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
});
afterEach(() => server.close());

interface Reset {
  resetUserPassword: { password: string; sessions_ended: number; user: { id: string; etag: string } };
}
const reset = (userId: string, token = admin, etag?: string) => ({
  query: `mutation ($userId: ID!, $etag: String) {
    resetUserPassword(userId: $userId, etag: $etag) { password sessions_ended user { id etag } }
  }`,
  variables: { userId, etag },
  token,
});
const signIn = async (email: string, password: string) => {
  const query = `mutation ($email: String!, $password: String!) {
    signIn(email: $email, password: $password) { token }
  }`;
  return (await server.call({ query, variables: { email, password } })).errors[0]?.extensions.code ?? 'OK';
};
const me = async (token: string) =>
  (await expectData<{ me: unknown }>(server, { query: '{ me { id } }', token })).me;

test('a reset gives a password to sign in with, ends the old one and every session, and leaves the keys', async () => {
  const { developer, colleague } = world.users;
  const sessions = [
    await sessionToken(server.context, developer),
    await sessionToken(server.context, developer),
  ];
  const colleagues = await sessionToken(server.context, colleague);
  const { rawKey } = await keyOf(server.context, developer, ['read']);

  const { resetUserPassword } = await expectData<Reset>(server, reset(developer.id));
  expect(resetUserPassword).toMatchObject({ sessions_ended: 2, user: { id: developer.id } });
  expect(resetUserPassword.password).toMatch(/^[\w]{8}$/);
  expect(await Promise.all(sessions.map(me))).toEqual([null, null]);
  expect(await me(colleagues)).toEqual({ id: colleague.id });
  expect(await me(rawKey)).toEqual({ id: developer.id });
  expect(await signIn(developer.email, PASSWORD)).toBe('UNAUTHENTICATED');
  expect(await signIn(developer.email, resetUserPassword.password)).toBe('OK');

  expect(await storedText(server.context)).not.toContain(resetUserPassword.password);
  const recorded = await server.context.db.prisma.auditEvent.findMany({
    where: { action: 'user.reset_password' },
  });
  expect(recorded).toMatchObject([{ userId: world.users.admin.id, entityId: developer.id }]);
  expect(recorded[0]?.metadata).toEqual({ entity_id: developer.id, sessions_ended: 2 });
});

test('done again, as after a lost response, the newest password alone counts', async () => {
  const { developer } = world.users;
  const first = await expectData<Reset>(server, reset(developer.id));
  const second = await expectData<Reset>(server, reset(developer.id));
  expect(await signIn(developer.email, first.resetUserPassword.password)).toBe('UNAUTHENTICATED');
  expect(await signIn(developer.email, second.resetUserPassword.password)).toBe('OK');
});

test('no API key resets a password, whatever its scopes; nor does a developer', async () => {
  const { developer } = world.users;
  const { rawKey } = await keyOf(server.context, world.users.admin, ['read', 'write', 'admin']);
  await expectData(server, { query: '{ me { id } }', token: rawKey });
  await expectRefusal(server, reset(developer.id, rawKey), needsSession);
  await expectRefusal(server, reset(developer.id, await sessionToken(server.context, developer)), {
    code: 'FORBIDDEN',
    message: "You don't have permission to do this.",
  });
});

test("one's own password isn't reset here", async () => {
  await expectRefusal(server, reset(world.users.admin.id), {
    code: 'CONFLICT',
    message: "You can't reset your own password here. Set a new one in Settings.",
  });
  expect(await signIn(world.users.admin.email, PASSWORD)).toBe('OK');
});

test('a record that has changed since it was read keeps its password', async () => {
  const { developer } = world.users;
  const { getUser } = await expectData<{ getUser: { etag: string } }>(server, {
    query: `{ getUser(id: "${developer.id}") { etag } }`,
    token: admin,
  });
  await expectData(server, {
    query: `mutation { updateUser(id: "${developer.id}", updates: { email: "new@acme.example" }) { id } }`,
    token: admin,
  });
  await expectRefusal(server, reset(developer.id, admin, getUser.etag), {
    code: 'CONFLICT',
    message: "This user has changed since you read it. Your change wasn't saved. Review the latest version.",
  });
  expect(await signIn('new@acme.example', PASSWORD)).toBe('OK');
  // A reset changes nothing that an etag covers.
  const { resetUserPassword } = await expectData<Reset>(server, reset(developer.id));
  await expectData(server, reset(developer.id, admin, resetUserPassword.user.etag));
});

test('a disabled user gets a password that works once the user is enabled', async () => {
  const { disabled } = world.users;
  const { resetUserPassword } = await expectData<Reset>(server, reset(disabled.id));
  expect(await signIn(disabled.email, resetUserPassword.password)).toBe('UNAUTHENTICATED');
  await expectData(server, { query: `mutation { enableUser(id: "${disabled.id}") { id } }`, token: admin });
  expect(await signIn(disabled.email, resetUserPassword.password)).toBe('OK');
});
