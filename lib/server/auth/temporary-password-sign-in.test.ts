import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { createUser } from '@/lib/server/users/create-user';
import { resetUserPassword } from '@/lib/server/users/reset-user-password';
import { disableUser, updateMyProfile } from '@/lib/server/users/update-user';
import type { User } from '@/prisma/generated/prisma/client';
import { expectData } from '@/testing/expect-answer';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, PASSWORD, sessionToken, type TestWorld } from '@/testing/test-world';
import { operatorViewer } from './viewer';

let server: TestServer;
let world: TestWorld;
let rosa: User;
const TEMPORARY = 'temporary-1';
const { lifetime } = limits.temporaryPassword;
const wrong = 'Wrong email address or password.';

beforeEach(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  const { admin } = world.users;
  const input = { email: 'rosa@acme.example', password: TEMPORARY };
  rosa = await createUser(server.context, operatorViewer(admin), admin.accountId, input);
});
afterEach(() => server.close());

const goTo = (millis: number) => server.setNow(new Date(TEST_NOW.getTime() + millis));

/** @returns the session's token, or the response's error */
async function attempt(password: string, email = rosa.email) {
  const query = `mutation ($email: String!, $password: String!) {
    signIn(email: $email, password: $password) { token user { temporary_password_expires_at } }
  }`;
  const { data, errors } = await server.call<{
    signIn: { token: string; user: { temporary_password_expires_at: string | null } };
  }>({ query, variables: { email, password } });
  return data?.signIn ?? { code: errors[0]?.extensions.code, message: errors[0]?.message };
}

const stored = () => server.context.db.prisma.user.findUniqueOrThrow({ where: { id: rosa.id } });

test('an invitation is pending until the first sign-in; its password says when it expires', async () => {
  expect(await stored()).toMatchObject({
    lastSignInAt: null,
    lastActiveAt: null,
    temporaryPasswordAt: TEST_NOW,
  });
  goTo(1_000);
  expect(await attempt(TEMPORARY)).toMatchObject({
    user: { temporary_password_expires_at: String(TEST_NOW.getTime() + 1_000 + lifetime) },
  });
  const at = new Date(TEST_NOW.getTime() + 1_000);
  expect(await stored()).toMatchObject({ lastSignInAt: at, lastActiveAt: at });
});

test('a temporary password works until 14 days have passed without a sign-in, and not a moment longer', async () => {
  goTo(lifetime - 1);
  expect(await attempt(TEMPORARY)).toHaveProperty('token');
  goTo(2 * lifetime - 2);
  expect(await attempt(TEMPORARY)).toHaveProperty('token');
  goTo(3 * lifetime - 2);
  expect(await attempt(TEMPORARY)).toEqual({
    code: 'UNAUTHENTICATED',
    message:
      'Your temporary password has expired. Ask an admin of your account to reset it, then sign in with the new one.',
  });
});

test('only the right password of an active user reveals that it has expired; the trail has the reason', async () => {
  goTo(lifetime);
  const refusal = { code: 'UNAUTHENTICATED', message: wrong };
  expect(await attempt('not-this-one')).toEqual(refusal);
  expect(await attempt('not-this-one', 'nobody@acme.example')).toEqual(refusal);
  expect(await attempt(TEMPORARY)).not.toEqual(refusal);
  await disableUser(server.context, operatorViewer(world.users.admin), rosa.id);
  expect(await attempt(TEMPORARY)).toEqual(refusal);
  await server.settled();
  const events = await server.context.db.prisma.auditEvent.findMany({
    where: { action: 'user.refuse_sign_in', entityId: rosa.id },
    orderBy: { id: 'asc' },
  });
  const reasons = events.map(({ metadata }) => Object(metadata).reason).sort();
  expect(reasons).toEqual(['disabled', 'password', 'temporary_password']);
  expect(await server.context.db.prisma.session.count({ where: { userId: rosa.id } })).toBe(0);
});

test("the right but expired password doesn't count as a failed guess: however often it's used, a reset lets the user in at once", async () => {
  goTo(lifetime);
  for (let count = 0; count <= limits.signIn.failures; count += 1)
    expect(await attempt(TEMPORARY)).toMatchObject({ code: 'UNAUTHENTICATED' });
  const { password } = await resetUserPassword(server.context, operatorViewer(world.users.admin), rosa.id);
  expect(await attempt(password)).toHaveProperty('token');
});

test("a chosen password isn't temporary, and never expires; a reset makes it temporary again", async () => {
  const token = await sessionToken(server.context, rosa);
  const query =
    'mutation ($password: String!) { updateMyProfile(password: $password) { temporary_password_expires_at } }';
  expect(await expectData(server, { query, variables: { password: 'my own choice' }, token })).toEqual({
    updateMyProfile: { temporary_password_expires_at: null },
  });
  goTo(10 * lifetime);
  expect(await attempt('my own choice')).toMatchObject({ user: { temporary_password_expires_at: null } });
  await resetUserPassword(server.context, operatorViewer(world.users.admin), rosa.id);
  expect((await stored()).temporaryPasswordAt).toEqual(server.context.now());
  await updateMyProfile(server.context, operatorViewer(rosa), { first_name: 'Rosa' });
  expect((await stored()).temporaryPasswordAt).toEqual(server.context.now());
});

test("the first admin's password is chosen on the command line, so it isn't temporary", async () => {
  expect(world.users.admin.temporaryPasswordAt).toBeNull();
  goTo(10 * lifetime);
  expect(await attempt(PASSWORD, world.users.admin.email)).toHaveProperty('token');
});
