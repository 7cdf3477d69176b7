import { afterAll, beforeAll, expect, test } from 'vitest';
import { badField, expectData, expectRefusal, needsSession } from '@/testing/expect-answer';
import { storedText } from '@/testing/stored-rows';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, PASSWORD, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());

const CHANGE = 'mutation ($password: String) { updateMyProfile(password: $password) { id } }';
const SIGN_IN = `mutation ($email: String!, $password: String!) {
  signIn(email: $email, password: $password) { token }
}`;
const change = (token: string, password: string) => ({ query: CHANGE, variables: { password }, token });
const signIn = (email: string, password: string) =>
  server.call({ query: SIGN_IN, variables: { email, password } });
const me = async (token: string) =>
  (await expectData<{ me: unknown }>(server, { query: '{ me { id } }', token })).me;

test("a new password ends the person's other sessions, not the session that set it, nor anyone else's", async () => {
  const { developer, colleague } = world.users;
  const [own, other] = [
    await sessionToken(server.context, developer),
    await sessionToken(server.context, developer),
  ];
  const colleagues = await sessionToken(server.context, colleague);
  const { rawKey } = await keyOf(server.context, developer, ['read']);

  const data = await expectData(server, change(own, 'a brand new secret'));
  expect(data).toEqual({ updateMyProfile: { id: developer.id } });
  expect(await me(other)).toBeNull();
  expect(await me(own)).toEqual({ id: developer.id });
  expect(await me(colleagues)).toEqual({ id: colleague.id });
  expect(await me(rawKey)).toEqual({ id: developer.id });

  expect((await signIn(developer.email, PASSWORD)).errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
  expect((await signIn(developer.email, 'a brand new secret')).errors).toEqual([]);
  expect(await storedText(server.context)).not.toContain('a brand new secret');
});

test('a password is stored as argon2id only', async () => {
  const users = await server.context.db.prisma.user.findMany();
  for (const { passwordHash } of users) expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("a password can't be changed through an API key, whatever its scopes", async () => {
  const { rawKey } = await keyOf(server.context, world.users.admin, ['read', 'write', 'admin']);
  const before = await server.context.db.prisma.user.findUniqueOrThrow({
    where: { id: world.users.admin.id },
  });
  await expectRefusal(server, change(rawKey, 'a brand new secret'), needsSession);
  expect(await server.context.db.prisma.user.findUnique({ where: { id: before.id } })).toEqual(before);
});

test("an email address can't be changed through an API key: nobody is locked out by a found one", async () => {
  const { rawKey } = await keyOf(server.context, world.users.admin, ['write']);
  const query = 'mutation { updateMyProfile(email: "thief@acme.example") { id } }';
  await expectRefusal(server, { query, token: rawKey }, needsSession);
});

test('of two sessions that set a password at the same moment one ends the other, and only its password holds', async () => {
  const { secondAdmin } = world.users;
  const tokens = [
    await sessionToken(server.context, secondAdmin),
    await sessionToken(server.context, secondAdmin),
  ];
  const passwords = ['the first new secret', 'the other new secret'];
  const responses = await Promise.all(
    tokens.map((token, i) => server.call(change(token, passwords[i] ?? ''))),
  );
  const codes = responses.map(({ errors }) => errors[0]?.extensions.code ?? 'OK');
  expect(codes.toSorted()).toEqual(['OK', 'UNAUTHENTICATED']);
  const winner = codes.indexOf('OK');
  expect((await signIn(secondAdmin.email, passwords[winner] ?? '')).errors).toEqual([]);
  expect(await me(tokens[1 - winner] ?? '')).toBeNull();
});

test('a password has 8 to 256 characters, in the profile and for a new user', async () => {
  const admin = await sessionToken(server.context, world.users.admin);
  const create = (password: string) => ({
    query: `mutation ($accountId: ID!, $password: String!) {
      createUser(accountId: $accountId, email: "bounds@acme.example", password: $password) { id }
    }`,
    variables: { accountId: world.acme.id, password },
    token: admin,
  });
  const short = badField('password', 'A password has at least 8 characters.');
  const long = badField('password', 'A password has at most 256 characters.');
  for (const call of [change.bind(null, admin), create]) {
    await expectRefusal(server, call(''), short);
    await expectRefusal(server, call('1234567'), short);
    await expectRefusal(server, call('x'.repeat(257)), long);
  }
  await expectData(server, change(admin, '12345678'));
  await expectData(server, change(admin, 'x'.repeat(256)));
  expect((await signIn(world.users.admin.email, 'x'.repeat(256))).errors).toEqual([]);
});

test('a password omitted, or null, stays as it is', async () => {
  const token = await sessionToken(server.context, world.users.colleague);
  await expectData(server, { query: 'mutation { updateMyProfile(password: null) { id } }', token });
  await expectData(server, { query: 'mutation { updateMyProfile(first_name: "Col") { id } }', token });
  expect((await signIn('colleague@acme.example', PASSWORD)).errors).toEqual([]);
});

test('a refused email address keeps the password that came with it from changing', async () => {
  const token = await sessionToken(server.context, world.users.colleague);
  const query = `mutation { updateMyProfile(email: "ADMIN@acme.example", password: "another secret") { id } }`;
  await expectRefusal(
    server,
    { query, token },
    { code: 'CONFLICT', message: 'A user with this email already exists.' },
  );
  expect((await signIn('colleague@acme.example', PASSWORD)).errors).toEqual([]);
});
