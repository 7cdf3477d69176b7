import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rotateApiKey } from '@/lib/server/api-keys/rotate-api-key';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { expectData, expectRefusal, needsSession } from '@/testing/expect-answer';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
/** Of an admin, with all scopes. */
let found: Awaited<ReturnType<typeof keyOf>>;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());
beforeEach(async () => {
  found = await keyOf(server.context, world.users.admin, ['read', 'write', 'admin']);
});

const notAllowed = { code: 'FORBIDDEN', message: "You don't have permission to do this." } as const;
const itselfOnly = {
  code: 'FORBIDDEN',
  message: 'An API key can rotate only itself. Sign in to rotate another one.',
} as const;

const call = (mutation: string, token: string) => ({ query: `mutation { ${mutation} }`, token });
const me = (token: string) => expectData(server, { query: '{ me { id } }', token });
const rotate = (id: string, grace: number, token: string) =>
  expectData<{ rotateAPIKey: { rawKey: string } }>(
    server,
    call(`rotateAPIKey(id: "${id}", grace: ${grace}) { rawKey }`, token),
  );

/** A call for each way to sign in that can be made or changed. */
const waysIn: Record<string, (world: TestWorld) => string> = {
  'create a user': ({ acme }) =>
    `createUser(accountId: "${acme.id}", email: "thief@acme.example", password: "of the thief", role: ADMIN) { id }`,
  "change a user's email": ({ users }) =>
    `updateUser(id: "${users.admin.id}", updates: { email: "thief@acme.example" }) { id }`,
  "change a user's role": ({ users }) =>
    `updateUser(id: "${users.developer.id}", updates: { role: ADMIN }) { id }`,
  "change a user's scopes": ({ users }) =>
    `updateUser(id: "${users.readOnly.id}", updates: { scopes: { read: true, write: true } }) { id }`,
  "change a user's name": ({ users }) =>
    `updateUser(id: "${users.developer.id}", updates: { first_name: "New" }) { id }`,
  'enable a user': ({ users }) => `enableUser(id: "${users.disabled.id}") { id }`,
  "reset a user's password": ({ users }) => `resetUserPassword(userId: "${users.developer.id}") { password }`,
  "change its owner's email": () => 'updateMyProfile(email: "thief@acme.example") { id }',
  "change its owner's password": () => 'updateMyProfile(password: "of the thief") { id }',
  'create a key': () => 'createAPIKey(scopes: { read: true }) { rawKey }',
  "create a colleague's key": ({ users }) => `createAPIKey(userId: "${users.developer.id}") { rawKey }`,
};

describe.each(Object.entries(waysIn))('to %s takes a session', (_deed, mutation) => {
  test("a found key can't do it, nor can its old secret", async () => {
    await me(found.rawKey);
    await expectRefusal(server, call(mutation(world), found.rawKey), needsSession);
    await rotateApiKey(server.context, operatorViewer(world.users.admin), found.apiKey.id, { grace: 60 });
    await expectRefusal(server, call(mutation(world), found.rawKey), needsSession);
  });
});

test('an admin does all of that in a session', async () => {
  const own = await openTestServer();
  const ours = await createTestWorld(own.context);
  for (const [action, mutation] of Object.entries(waysIn)) {
    // A new one each time: a new password ends the others.
    const token = await sessionToken(own.context, ours.users.admin);
    const email = `thief-${action.replaceAll(/\W/g, '')}@acme.example`;
    await expectData(own, call(mutation(ours).replace('thief@acme.example', email), token));
  }
  await own.close();
});

test("a found key can't reactivate a key or change scopes, its own among them; its owner can in a session", async () => {
  const { id } = (await keyOf(server.context, world.users.admin, ['read'])).apiKey;
  const session = await sessionToken(server.context, world.users.admin);
  const widen = (key: string) =>
    `updateAPIKeyScopes(id: "${key}", scopes: { read: true, write: true }) { id }`;
  for (const key of [found.apiKey.id, id])
    await expectRefusal(server, call(widen(key), found.rawKey), needsSession);
  await expectData(server, call(widen(id), session));
  const reactivate = `reactivateAPIKey(id: "${id}") { id }`;
  await expectData(server, call(`revokeAPIKey(id: "${id}") { id }`, session));
  await expectRefusal(server, call(reactivate, found.rawKey), needsSession);
  await expectData(server, call(reactivate, session));
});

test("a found key can't rotate another key, whether or not there is one of that id", async () => {
  const { developer, admin } = world.users;
  const weaker = await keyOf(server.context, admin, ['read']);
  const others = await keyOf(server.context, developer, ['read']);
  const strangers = await keyOf(server.context, world.strangers.admin, ['read']);
  await me(found.rawKey);
  for (const id of [weaker.apiKey.id, others.apiKey.id, strangers.apiKey.id, 'key_nonexistent'])
    await expectRefusal(server, call(`rotateAPIKey(id: "${id}") { rawKey }`, found.rawKey), itselfOnly);
});

test('a key rotates itself unattended; revoking it ends both of its secrets', async () => {
  const { id } = found.apiKey;
  const { rawKey } = (await rotate(id, 3600, found.rawKey)).rotateAPIKey;
  expect([await me(found.rawKey), await me(rawKey)]).toEqual(
    Array(2).fill({ me: { id: world.users.admin.id } }),
  );
  const session = await sessionToken(server.context, world.users.admin);
  await expectData(server, call(`revokeAPIKey(id: "${id}") { id }`, session));
  expect([await me(found.rawKey), await me(rawKey)]).toEqual([{ me: null }, { me: null }]);
});

test('a key still changes names, stops people and keys, and changes the account', async () => {
  const { colleague } = world.users;
  const other = await keyOf(server.context, colleague, ['read']);
  for (const mutation of [
    'updateMyProfile(first_name: "Ada") { id }',
    `disableUser(id: "${colleague.id}") { id }`,
    `revokeAPIKey(id: "${other.apiKey.id}") { id }`,
    `deleteAPIKey(id: "${other.apiKey.id}")`,
    `updateAccount(id: "${world.acme.id}", updates: { account_name: "Acme" }) { id }`,
  ])
    await expectData(server, call(mutation, found.rawKey));
});

test('only a key whose owner could do it in a session is sent there', async () => {
  const { developer, admin } = world.users;
  const enable = `enableUser(id: "${world.users.disabled.id}") { id }`;
  const create = 'createAPIKey(scopes: { read: true }) { rawKey }';
  const reading = (await keyOf(server.context, admin, ['read'])).rawKey;
  await expectRefusal(server, call(enable, reading), needsSession);
  await expectRefusal(server, call(create, reading), needsSession);
  const developers = (await keyOf(server.context, developer, ['read', 'write'])).rawKey;
  await expectRefusal(server, call(enable, developers), notAllowed);
  // Another key would do: one with the scope.
  await expectRefusal(server, call('updateMyProfile(first_name: "New") { id }', reading), {
    code: 'FORBIDDEN',
    message: 'This call needs the scope write, which the API key lacks.',
  });
});
