import { afterAll, beforeAll, expect, test } from 'vitest';
import { badField, expectData, expectRefusal } from '@/testing/expect-answer';
import { storedText } from '@/testing/stored-rows';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

interface Listed {
  id: string;
}

let server: TestServer;
let world: TestWorld;
let admin: string;
let developer: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
  developer = await sessionToken(server.context, world.users.developer);
});
afterAll(() => server.close());

const LIST = { query: '{ myApiKeys(limit: 1) { id } }' };
const signedOut = { code: 'UNAUTHENTICATED', message: 'Sign in first.' } as const;
const row = (id: string) => server.context.db.prisma.apiKey.findUniqueOrThrow({ where: { id } });
const rotate = (id: string, token: string) => ({
  query: 'mutation ($id: ID!) { rotateAPIKey(id: $id) { rawKey apiKey { id hint name } } }',
  variables: { id },
  token,
});
const edit = (id: string, scopes: Record<string, boolean>, token = admin) => ({
  query: `mutation ($id: ID!, $scopes: ScopesInput!) {
    updateAPIKeyScopes(id: $id, scopes: $scopes) { scopes { read write admin } }
  }`,
  variables: { id, scopes },
  token,
});

test('rotating gives a new secret, ends the old one at once and keeps the rest of the key', async () => {
  const { apiKey, rawKey: old } = await keyOf(server.context, world.users.developer, ['read'], '2027-01-01');
  const { rotateAPIKey: made } = await expectData<{ rotateAPIKey: { rawKey: string } }>(
    server,
    rotate(apiKey.id, developer),
  );
  expect(made).toEqual({
    rawKey: expect.stringMatching(/^sy_live_[\w-]{43}$/),
    apiKey: { id: apiKey.id, hint: `sy_live_…${made.rawKey.slice(-4)}`, name: null },
  });
  await expectRefusal(server, { ...LIST, token: old }, signedOut);
  await expectData(server, { ...LIST, token: made.rawKey });
  const { secretHash, hint, lastUsedAt: _, ...rest } = await row(apiKey.id);
  expect(apiKey).toMatchObject(rest);
  expect([secretHash === apiKey.secretHash, hint === apiKey.hint]).toEqual([false, false]);
  expect(await storedText(server.context)).not.toContain(made.rawKey.slice('sy_live_'.length));
});

test('editing replaces all scopes: a flag omitted is taken away, with the next call', async () => {
  const { apiKey, rawKey } = await keyOf(server.context, world.users.developer, ['read', 'write']);
  expect(await expectData(server, edit(apiKey.id, { write: true }))).toEqual({
    updateAPIKeyScopes: { scopes: { read: false, write: true, admin: false } },
  });
  await expectRefusal(
    server,
    { ...LIST, token: rawKey },
    {
      code: 'FORBIDDEN',
      message: 'This call needs the scope read, which the API key lacks.',
    },
  );
});

test('no scope at all, and a scope that the owner lacks, are refused; the scopes it has write no audit', async () => {
  const { apiKey } = await keyOf(server.context, world.users.developer, ['read']);
  for (const scopes of [{}, { read: false }, { admin: false }] as Record<string, boolean>[]) {
    await expectRefusal(
      server,
      edit(apiKey.id, scopes),
      badField('scopes', 'A key needs at least one scope that its owner has.'),
    );
  }
  await expectRefusal(
    server,
    edit(apiKey.id, { read: true, admin: true }),
    badField('scopes', "The key's owner doesn't have the admin scope."),
  );
  const before = await server.context.db.prisma.auditEvent.count();
  await expectData(server, edit(apiKey.id, { read: true }));
  expect(await server.context.db.prisma.auditEvent.count()).toBe(before);
});

test('revoking ends a key at once and reactivating revives the same secret', async () => {
  const { apiKey, rawKey } = await keyOf(server.context, world.users.developer, ['read']);
  const change = (action: string) =>
    expectData(server, { query: `mutation { ${action}(id: "${apiKey.id}") { status } }`, token: admin });
  expect(await change('revokeAPIKey')).toEqual({ revokeAPIKey: { status: 'REVOKED' } });
  await expectRefusal(server, { ...LIST, token: rawKey }, signedOut);
  expect(await change('reactivateAPIKey')).toEqual({ reactivateAPIKey: { status: 'ACTIVE' } });
  await expectData(server, { ...LIST, token: rawKey });
});

test("myApiKeys holds the caller's own keys alone, listAPIKeys the account's, by user and status, in pages", async () => {
  const other = await keyOf(server.context, world.users.colleague, ['read']);
  for (let mine = 0; mine < 2; mine += 1) await keyOf(server.context, world.users.admin, ['read']);
  await keyOf(server.context, world.strangers.developer, ['read']);
  const list = async (args: string) =>
    (await expectData<{ rows: Listed[] }>(server, { query: `{ rows: ${args} { id } }`, token: admin })).rows;
  const all = await list(`listAPIKeys(accountId: "${world.acme.id}")`);
  expect(all).toHaveLength(
    await server.context.db.prisma.apiKey.count({ where: { accountId: world.acme.id } }),
  );
  expect(await list('myApiKeys')).toHaveLength(2);
  expect(
    await list(`listAPIKeys(accountId: "${world.acme.id}", userId: "${world.users.colleague.id}")`),
  ).toEqual([{ id: other.apiKey.id }]);
  const paged: Listed[] = [];
  for (let rows = all.slice(0, 1); rows.length > 0; ) {
    paged.push(...rows);
    rows = await list(`listAPIKeys(accountId: "${world.acme.id}", limit: 2, after: "${paged.at(-1)?.id}")`);
  }
  expect(paged).toEqual(all);
  await expectRefusal(
    server,
    { query: `{ myApiKeys(after: "${other.apiKey.id}") { id } }`, token: admin },
    badField('after', "The cursor isn't in this list. Send the id of a row that is."),
  );
});
