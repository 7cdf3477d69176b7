import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectData, expectRefusal } from '@/testing/expect-answer';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
});
afterAll(() => server.close());

test('lists name the owner of each key in full: both names, the one there is, or none', async () => {
  const { admin: ada, developer, colleague } = world.users;
  for (const owner of [ada, developer, colleague]) await keyOf(server.context, owner, ['read']);
  const query = `{ listAPIKeys(accountId: "${world.acme.id}") { user_id user_name } }`;
  const { listAPIKeys } = await expectData<{ listAPIKeys: unknown[] }>(server, { query, token: admin });
  expect(listAPIKeys).toHaveLength(3);
  expect(listAPIKeys).toEqual(
    expect.arrayContaining([
      { user_id: ada.id, user_name: 'Ada' },
      { user_id: developer.id, user_name: 'Dee Veloper' },
      { user_id: colleague.id, user_name: null },
    ]),
  );
  const mine = { query: '{ myApiKeys { user_name } }', token: admin };
  expect(await expectData(server, mine)).toEqual({ myApiKeys: [{ user_name: 'Ada' }] });
});

test("a key shows that its owner is disabled, whose keys don't work", async () => {
  const { users } = world;
  const { createAPIKey } = await expectData<{ createAPIKey: { apiKey: { id: string } } }>(server, {
    query: `mutation { createAPIKey(userId: "${users.readOnly.id}") { apiKey { id } } }`,
    token: admin,
  });
  const owner = {
    query: `{ getAPIKey(id: "${createAPIKey.apiKey.id}") { status user_status } }`,
    token: admin,
  };
  expect(await expectData(server, owner)).toEqual({
    getAPIKey: { status: 'ACTIVE', user_status: 'ACTIVE' },
  });
  await expectData(server, {
    query: `mutation { disableUser(id: "${users.readOnly.id}") { id } }`,
    token: admin,
  });
  expect(await expectData(server, owner)).toEqual({
    getAPIKey: { status: 'ACTIVE', user_status: 'DISABLED' },
  });
});

test('one key is returned to its owner and to admins; to others it looks missing', async () => {
  const { users, strangers } = world;
  const { apiKey } = await keyOf(server.context, users.developer, ['read']);
  const query = `{ getAPIKey(id: "${apiKey.id}") { id } }`;
  const token = (user: Parameters<typeof sessionToken>[1]) => sessionToken(server.context, user);
  for (const user of [users.developer, users.secondAdmin])
    expect(await expectData(server, { query, token: await token(user) })).toEqual({
      getAPIKey: { id: apiKey.id },
    });
  const reading = await keyOf(server.context, users.admin, ['read', 'admin']);
  await expectData(server, { query, token: reading.rawKey });
  const plain = await keyOf(server.context, users.admin, ['read']);
  for (const other of [plain.rawKey, await token(users.colleague), await token(strangers.admin)])
    await expectRefusal(
      server,
      { query, token: other },
      { code: 'NOT_FOUND', message: 'API key not found.' },
    );
});

test('every write returns the owner too', async () => {
  const owner = world.users.developer.id;
  const field = '{ user_name }';
  const { made } = await expectData<{ made: { apiKey: { id: string } } }>(server, {
    query: `mutation { made: createAPIKey(userId: "${owner}") { apiKey { id user_name } } }`,
    token: admin,
  });
  expect(made.apiKey).toMatchObject({ user_name: 'Dee Veloper' });
  const { id } = made.apiKey;
  for (const action of [
    `rotateAPIKey(id: "${id}") { apiKey ${field} }`,
    `updateAPIKeyScopes(id: "${id}", scopes: { read: true }) ${field}`,
    `updateAPIKeyScopes(id: "${id}", scopes: { read: true }) ${field}`,
    `revokeAPIKey(id: "${id}") ${field}`,
    `revokeAPIKey(id: "${id}") ${field}`,
    `reactivateAPIKey(id: "${id}") ${field}`,
  ])
    expect(
      JSON.stringify(await expectData(server, { query: `mutation { ${action} }`, token: admin })),
    ).toContain('"user_name":"Dee Veloper"');
});
