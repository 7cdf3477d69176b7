import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectData } from '@/testing/expect-answer';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

const HOUR = 3_600_000;

let server: TestServer;
let world: TestWorld;
let owner: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  owner = await sessionToken(server.context, world.users.developer, new Date(TEST_NOW.getTime() + 99 * HOUR));
});
afterAll(() => server.close());

/** Hours after the tests begin. */
const at = (hours: number) => new Date(TEST_NOW.getTime() + hours * HOUR);

async function revokedAt(id: string): Promise<Date | null> {
  const query = '{ myApiKeys { id revoked_at } }';
  type Listed = { myApiKeys: { id: string; revoked_at: string | null }[] };
  const { myApiKeys } = await expectData<Listed>(server, { query, token: owner });
  const key = myApiKeys.find((each) => each.id === id);
  return key?.revoked_at == null ? null : new Date(Number(key.revoked_at));
}

test("a key shows when it was revoked, until it's reactivated, whatever is tried on it", async () => {
  const { apiKey, rawKey } = await keyOf(server.context, world.users.developer, ['read', 'write']);
  const call = (mutation: string) => server.call({ query: `mutation { ${mutation} }`, token: owner });
  const action = (name: string) => call(`${name}(id: "${apiKey.id}") { __typename }`);
  expect(await revokedAt(apiKey.id)).toBeNull();

  server.setNow(at(1));
  await action('revokeAPIKey');
  expect(await revokedAt(apiKey.id)).toEqual(at(1));

  server.setNow(at(2));
  await action('revokeAPIKey');
  await action('rotateAPIKey');
  await call(`updateAPIKeyScopes(id: "${apiKey.id}", scopes: { read: true }) { id }`);
  await server.call({ query: '{ myApiKeys { id } }', token: rawKey });
  expect(await revokedAt(apiKey.id)).toEqual(at(1));

  await action('reactivateAPIKey');
  expect(await revokedAt(apiKey.id)).toBeNull();

  server.setNow(at(3));
  await action('revokeAPIKey');
  expect(await revokedAt(apiKey.id)).toEqual(at(3));
});

test("an expired key wasn't revoked; a revoked one stays so past its expiry", async () => {
  server.setNow(at(0));
  const { apiKey } = await keyOf(server.context, world.users.developer, ['read'], '2026-06-15');
  server.setNow(at(13));
  expect(await revokedAt(apiKey.id)).toBeNull();
  await server.call({ query: `mutation { revokeAPIKey(id: "${apiKey.id}") { id } }`, token: owner });
  server.setNow(at(14));
  expect(await revokedAt(apiKey.id)).toEqual(at(13));
});
