import { afterAll, beforeAll, expect, test } from 'vitest';
import { badField, expectData, expectRefusal, needsSession } from '@/testing/expect-answer';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

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

const rename = (
  id: string,
  name: string,
  { token = developer, etag }: { token?: string; etag?: string } = {},
) => ({
  query: `mutation ($id: ID!, $name: String!, $etag: String) {
    renameAPIKey(id: $id, name: $name, etag: $etag) { name etag }
  }`,
  variables: { id, name, etag },
  token,
});
const row = (id: string) => server.context.db.prisma.apiKey.findUniqueOrThrow({ where: { id } });
const events = (entityId: string) =>
  server.context.db.prisma.auditEvent.findMany({ where: { entityId, action: 'api_key.rename' } });

test("an owner names a key, trimmed, and a blank name removes it; both are audited, and no change isn't", async () => {
  const { apiKey } = await keyOf(server.context, world.users.developer, ['read']);
  const { renameAPIKey: first } = await expectData<{ renameAPIKey: { name: string; etag: string } }>(
    server,
    rename(apiKey.id, '  Nightly import '),
  );
  expect(first.name).toBe('Nightly import');
  await expectData(server, rename(apiKey.id, 'Nightly import'));
  const { renameAPIKey: second } = await expectData<{ renameAPIKey: { name: null; etag: string } }>(
    server,
    rename(apiKey.id, '  '),
  );
  expect(second.name).toBeNull();
  expect(second.etag).not.toBe(first.etag);
  expect(await row(apiKey.id)).toMatchObject({ name: null, sortName: 'unnamed key' });
  expect((await events(apiKey.id)).map(({ metadata }) => metadata)).toEqual([
    {
      entity_id: apiKey.id,
      name: 'Nightly import',
      hint: apiKey.hint,
      changes: { name: { from: null, to: 'Nightly import' } },
    },
    {
      entity_id: apiKey.id,
      name: null,
      hint: apiKey.hint,
      changes: { name: { from: 'Nightly import', to: null } },
    },
  ]);
});

test("an admin names anyone's key of the account; a developer's own only, and another account's isn't found", async () => {
  const { apiKey } = await keyOf(server.context, world.users.developer, ['read']);
  await expectData(server, rename(apiKey.id, 'By an admin', { token: admin }));
  expect((await row(apiKey.id)).name).toBe('By an admin');
  const colleagues = await keyOf(server.context, world.users.colleague, ['read']);
  const strangers = await keyOf(server.context, world.strangers.developer, ['read']);
  const missing = { code: 'NOT_FOUND', message: 'API key not found.' } as const;
  await expectRefusal(server, rename(colleagues.apiKey.id, 'Mine'), missing);
  await expectRefusal(server, rename(strangers.apiKey.id, 'Mine', { token: admin }), missing);
});

test('no key can name a key, not even itself, so that none can pass for another', async () => {
  const { apiKey, rawKey } = await keyOf(server.context, world.users.developer, ['read', 'write']);
  await expectRefusal(server, rename(apiKey.id, 'Harmless', { token: rawKey }), needsSession);
});

test('a revoked key takes a name, and still says when it was revoked', async () => {
  const { apiKey } = await keyOf(server.context, world.users.developer, ['read']);
  const revoke = `mutation { revokeAPIKey(id: "${apiKey.id}") { id } }`;
  await expectData(server, { query: revoke, token: developer });
  server.setNow(new Date(TEST_NOW.getTime() + 60_000));
  await expectData(server, rename(apiKey.id, 'Retired'));
  const query = `{ getAPIKey(id: "${apiKey.id}") { name revoked_at } }`;
  expect(await expectData(server, { query, token: developer })).toEqual({
    getAPIKey: { name: 'Retired', revoked_at: String(TEST_NOW.getTime()) },
  });
  server.setNow(TEST_NOW);
});

test('a name that is too long, or that another person has changed since then, is refused', async () => {
  const { apiKey } = await keyOf(server.context, world.users.developer, ['read']);
  await expectRefusal(
    server,
    rename(apiKey.id, 'n'.repeat(81)),
    badField('name', "A key's name has at most 80 characters."),
  );
  const { getAPIKey } = await expectData<{ getAPIKey: { etag: string } }>(server, {
    query: `{ getAPIKey(id: "${apiKey.id}") { etag } }`,
    token: developer,
  });
  await expectData(server, rename(apiKey.id, 'Theirs', { token: admin }));
  await expectRefusal(server, rename(apiKey.id, 'Mine', { etag: getAPIKey.etag }), {
    code: 'CONFLICT',
    message:
      "This API key has changed since you read it. Your change wasn't saved. Review the latest version.",
  });
});
