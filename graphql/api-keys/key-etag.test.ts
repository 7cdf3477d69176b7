import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectData, expectRefusal } from '@/testing/expect-answer';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let admin: string;
let second: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
  second = await sessionToken(server.context, world.users.secondAdmin);
});
afterAll(() => server.close());

const changed = {
  code: 'CONFLICT',
  message: "This API key has changed since you read it. Your change wasn't saved. Review the latest version.",
} as const;

const call = (action: string, token = admin) => ({ query: `mutation { ${action} }`, token });
const edit = (id: string, etag: string, scopes = '{ read: true }') =>
  `updateAPIKeyScopes(id: "${id}", scopes: ${scopes}, etag: "${etag}") { id etag }`;
const rotate = (id: string, etag: string) =>
  `rotateAPIKey(id: "${id}", etag: "${etag}") { rawKey apiKey { etag } }`;
const plain = (action: string, id: string) => `${action}(id: "${id}") { id }`;

async function etagOf(id: string): Promise<string> {
  const query = `{ listAPIKeys(accountId: "${world.acme.id}") { id etag } }`;
  const { listAPIKeys } = await expectData<{ listAPIKeys: { id: string; etag: string }[] }>(server, {
    query,
    token: admin,
  });
  return listAPIKeys.find((key) => key.id === id)?.etag ?? 'not listed';
}

test('of two admins who rotate a key at once the second is refused, and the secret just shared works', async () => {
  const { id } = (await keyOf(server.context, world.users.developer, ['read'])).apiKey;
  const etag = await etagOf(id);
  const { rotateAPIKey: first } = await expectData<{
    rotateAPIKey: { rawKey: string; apiKey: { etag: string } };
  }>(server, call(rotate(id, etag)));
  await expectRefusal(server, call(rotate(id, etag), second), changed);
  await expectData(server, { query: '{ myApiKeys { id } }', token: first.rawKey });
  expect(first.apiKey.etag).toBe(await etagOf(id));
  await expectData(server, call(rotate(id, first.apiKey.etag), second));
});

test("scopes that another person has edited since then aren't overwritten; the new etag saves", async () => {
  const { id } = (await keyOf(server.context, world.users.developer, ['read', 'write'])).apiKey;
  const etag = await etagOf(id);
  await expectData(server, call(edit(id, etag, '{ write: true }'), second));
  const events = await server.context.db.prisma.auditEvent.count();
  await expectRefusal(server, call(edit(id, etag)), changed);
  expect(await server.context.db.prisma.auditEvent.count()).toBe(events);
  const row = await server.context.db.prisma.apiKey.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ scopeRead: false, scopeWrite: true });
  await expectData(server, call(edit(id, await etagOf(id))));
});

test("an own key that works again isn't deleted by a person who saw it revoked", async () => {
  const { id } = (await keyOf(server.context, world.users.admin, ['read'])).apiKey;
  await expectData(server, call(plain('revokeAPIKey', id)));
  const etag = await etagOf(id);
  await expectData(server, call(plain('reactivateAPIKey', id), second));
  const remove = (tag: string) => call(`deleteAPIKey(id: "${id}", etag: "${tag}")`);
  await expectRefusal(server, remove(etag), changed);
  await expectData(server, remove(await etagOf(id)));
});

test("a key that was revoked again since then, with other scopes, isn't reactivated unseen", async () => {
  const { id } = (await keyOf(server.context, world.users.developer, ['read', 'write'])).apiKey;
  await expectData(server, call(edit(id, await etagOf(id))));
  await expectData(server, call(plain('revokeAPIKey', id)));
  const seen = await etagOf(id);
  await expectData(server, call(plain('reactivateAPIKey', id), second));
  await expectData(server, call(edit(id, await etagOf(id), '{ read: true, write: true }'), second));
  await expectData(server, call(plain('revokeAPIKey', id), second));
  const reactivate = (etag: string) => call(`reactivateAPIKey(id: "${id}", etag: "${etag}") { status }`);
  await expectRefusal(server, reactivate(seen), changed);
  expect(await expectData(server, reactivate(await etagOf(id)))).toEqual({
    reactivateAPIKey: { status: 'ACTIVE' },
  });
});

test("a key isn't revoked unseen, but revoking what is revoked by now is done already", async () => {
  const { id } = (await keyOf(server.context, world.users.developer, ['read', 'write'])).apiKey;
  const seen = await etagOf(id);
  await expectData(server, call(edit(id, seen), second));
  const revoke = (etag: string) => call(`revokeAPIKey(id: "${id}", etag: "${etag}") { status }`);
  await expectRefusal(server, revoke(seen), changed);
  for (const etag of [await etagOf(id), seen])
    expect(await expectData(server, revoke(etag))).toEqual({ revokeAPIKey: { status: 'REVOKED' } });
});

test('an etag differs with status, scopes and secret, and is the same again with them; use leaves it alone', async () => {
  const { apiKey, rawKey } = await keyOf(server.context, world.users.developer, ['read', 'write']);
  const { id } = apiKey;
  const etag = await etagOf(id);
  await expectData(server, { query: '{ myApiKeys { id } }', token: rawKey });
  expect(await etagOf(id)).toBe(etag);
  await expectData(server, call(plain('revokeAPIKey', id)));
  const revoked = await etagOf(id);
  await expectData(server, call(plain('reactivateAPIKey', id)));
  expect(await etagOf(id)).toBe(etag);
  await expectData(server, call(edit(id, etag)));
  const narrowed = await etagOf(id);
  await expectData(server, call(rotate(id, narrowed)));
  expect(new Set([etag, revoked, narrowed, await etagOf(id)]).size).toBe(4);
});

test('without an etag, as the original clients call, the present state is replaced', async () => {
  const { id } = (await keyOf(server.context, world.users.developer, ['read'])).apiKey;
  for (const token of [admin, second])
    await expectData(server, call(`rotateAPIKey(id: "${id}") { rawKey }`, token));
});
