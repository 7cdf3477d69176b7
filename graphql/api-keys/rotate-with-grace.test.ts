import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { removeEndedOverlaps } from '@/lib/server/api-keys/previous-secret-calls';
import { eventsOf } from '@/testing/audit-trail';
import { badField, expectData, expectRefusal } from '@/testing/expect-answer';
import { storedText } from '@/testing/stored-rows';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

const HOUR = 3_600_000;
const signedOut = { code: 'UNAUTHENTICATED', message: 'Sign in first.' } as const;

interface Rotated {
  rawKey: string;
  apiKey: { id: string; previous_secret: { hint: string; expires_at: string; calls: number } | null };
}

let server: TestServer;
let world: TestWorld;
let owner: string;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  owner = await sessionToken(server.context, world.users.developer, new Date('2030-01-01'));
  admin = await sessionToken(server.context, world.users.admin, new Date('2030-01-01'));
});
beforeEach(() => server.setNow(TEST_NOW));
afterAll(() => server.close());

const LIST = { query: '{ myApiKeys(limit: 1) { id } }' };
const at = (millis: number) => server.setNow(new Date(TEST_NOW.getTime() + millis));
const rotation = (id: string, grace: number | null, token = owner) => ({
  query: `mutation ($id: ID!, $grace: Int) {
    rotateAPIKey(id: $id, grace: $grace) {
      rawKey
      apiKey { id previous_secret { hint expires_at calls last_used_at } }
    }
  }`,
  variables: { id, grace },
  token,
});
const rotate = async (id: string, grace: number | null) =>
  (await expectData<{ rotateAPIKey: Rotated }>(server, rotation(id, grace))).rotateAPIKey;
const change = (name: string, id: string, token = owner) => ({
  query: `mutation { ${name}(id: "${id}") { __typename } }`,
  token,
});
const newKey = (expires?: string) => keyOf(server.context, world.users.developer, ['read', 'write'], expires);
const worksWith = (token: string) => expectData(server, { ...LIST, token });
const isRefused = (token: string) => expectRefusal(server, { ...LIST, token }, signedOut);

test('the old secret works next to the new one until the last instant of its grace', async () => {
  const { apiKey, rawKey: old } = await newKey();
  const made = await rotate(apiKey.id, 3600);
  expect(made.apiKey.previous_secret).toEqual({
    hint: apiKey.hint,
    expires_at: String(TEST_NOW.getTime() + HOUR),
    calls: 0,
    last_used_at: null,
  });
  at(HOUR - 1);
  await worksWith(old);
  at(HOUR);
  await isRefused(old);
  await worksWith(made.rawKey);
  const { getAPIKey } = await expectData<{ getAPIKey: Rotated['apiKey'] }>(server, {
    query: `{ getAPIKey(id: "${apiKey.id}") { id previous_secret { hint } } }`,
    token: owner,
  });
  expect(getAPIKey.previous_secret).toBeNull();
  expect(await storedText(server.context)).not.toContain(old.slice('sy_live_'.length));
});

test.each([0, null])('with a grace of %s the old secret stops at once', async (grace) => {
  const { apiKey, rawKey: old } = await newKey();
  const made = await rotate(apiKey.id, grace);
  expect(made.apiKey.previous_secret).toBeNull();
  await isRefused(old);
});

test('a grace below none, or above seven days, is refused under its name', async () => {
  const { apiKey, rawKey } = await newKey();
  const sentence = 'The old secret can keep working for 0 to 604800 seconds (7 days).';
  for (const grace of [-1, 604_801, 2_147_483_647]) {
    await expectRefusal(server, rotation(apiKey.id, grace), badField('grace', sentence));
  }
  await worksWith(rawKey);
  const { apiKey: made } = await rotate(apiKey.id, 604_800);
  expect(made.previous_secret?.expires_at).toBe(String(TEST_NOW.getTime() + limits.keyOverlap.max));
});

test("an old secret never outlives its key's own expiry", async () => {
  const { apiKey, rawKey: old } = await newKey('2026-06-16');
  const end = Date.UTC(2026, 5, 17);
  const made = await rotate(apiKey.id, 604_800);
  expect(made.apiKey.previous_secret?.expires_at).toBe(String(end));
  server.setNow(new Date(end - 1));
  await worksWith(old);
  server.setNow(new Date(end));
  await isRefused(old);
});

test('rotating again ends the secret before the previous one at once, with a grace or without', async () => {
  const { apiKey, rawKey: first } = await newKey();
  const { rawKey: second } = await rotate(apiKey.id, 3600);
  const { rawKey: third, apiKey: now } = await rotate(apiKey.id, 60);
  expect(now.previous_secret).toMatchObject({ hint: `sy_live_…${second.slice(-4)}`, calls: 0 });
  await isRefused(first);
  await worksWith(second);
  await rotate(apiKey.id, null);
  await isRefused(second);
  await isRefused(third);
});

test('revoking ends both secrets, and reactivating brings back the present one only', async () => {
  const { apiKey, rawKey: old } = await newKey();
  const { rawKey } = await rotate(apiKey.id, 3600);
  await expectData(server, change('revokeAPIKey', apiKey.id));
  await isRefused(old);
  await isRefused(rawKey);
  await expectData(server, change('reactivateAPIKey', apiKey.id));
  await worksWith(rawKey);
  await isRefused(old);
});

test("an old secret has the key's present scopes, and goes with the key and its owner", async () => {
  const { apiKey, rawKey: old } = await newKey();
  await rotate(apiKey.id, 3600);
  const person = world.users.developer.id;
  const disable = (name: string) =>
    expectData(server, { query: `mutation { ${name}(id: "${person}") { id } }`, token: admin });
  await disable('disableUser');
  await isRefused(old);
  await disable('enableUser');
  owner = await sessionToken(server.context, world.users.developer, new Date('2030-01-01'));
  await worksWith(old);
  await expectData(server, {
    query: `mutation { updateAPIKeyScopes(id: "${apiKey.id}", scopes: { write: true }) { id } }`,
    token: owner,
  });
  await expectRefusal(
    server,
    { ...LIST, token: old },
    { code: 'FORBIDDEN', message: 'This call needs the scope read, which the API key lacks.' },
  );
  await expectData(server, { query: `mutation { deleteAPIKey(id: "${apiKey.id}") }`, token: owner });
  await isRefused(old);
  expect(await server.context.db.prisma.previousSecret.count({ where: { apiKeyId: apiKey.id } })).toBe(0);
});

test('the audit trail says until when the old secret works, and nothing if it stopped at once', async () => {
  const { apiKey } = await newKey();
  const [event] = await eventsOf(server.context, () => rotate(apiKey.id, 3600));
  expect(event).toMatchObject({
    action: 'api_key.rotate',
    metadata: { old_secret_expires_at: '2026-06-15T13:00:00.000Z' },
  });
  const [plain] = await eventsOf(server.context, () => rotate(apiKey.id, 0));
  expect(plain?.metadata).not.toHaveProperty('old_secret_expires_at');
});

test('remains of ended old secrets are removed when a server starts, and nothing else', async () => {
  const ended = await newKey();
  const running = await newKey();
  await rotate(ended.apiKey.id, 60);
  await rotate(running.apiKey.id, 61);
  at(60_000);
  await removeEndedOverlaps(server.context);
  const left = (id: string) => server.context.db.prisma.previousSecret.count({ where: { apiKeyId: id } });
  expect([await left(ended.apiKey.id), await left(running.apiKey.id)]).toEqual([0, 1]);
  await worksWith(running.rawKey);
});

test("a rotation leaves the old secrets of other keys alone, the owner's too", async () => {
  const [one, other] = [await newKey(), await newKey()];
  await rotate(one.apiKey.id, 3600);
  for (const grace of [null, 3600]) await rotate(other.apiKey.id, grace);
  await worksWith(one.rawKey);
  await isRefused(other.rawKey);
});
