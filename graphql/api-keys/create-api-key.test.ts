import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { badField, expectData, expectRefusal } from '@/testing/expect-answer';
import { storedText } from '@/testing/stored-rows';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

interface Created {
  rawKey: string;
  apiKey: { id: string; hint: string; name: string | null; scopes: unknown; user_id: string };
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

const CREATE = `mutation ($userId: ID, $accountId: ID, $name: String, $scopes: ScopesInput, $expires_at: Date) {
  createAPIKey(userId: $userId, accountId: $accountId, name: $name, scopes: $scopes, expires_at: $expires_at) {
    rawKey
    apiKey { id user_id account_id name hint status expires_at last_used_at createdAt scopes { read write admin } }
  }
}`;
const call = (token: string, variables: Record<string, unknown> = {}) => ({
  query: CREATE,
  variables,
  token,
});
const create = async (token: string, variables: Record<string, unknown> = {}) =>
  (await expectData<{ createAPIKey: Created }>(server, call(token, variables))).createAPIKey;

test("settings' call (empty scopes, null expiry) makes an active key with the owner's read and write", async () => {
  const { rawKey, apiKey } = await create(developer, { scopes: {}, expires_at: null });
  expect(rawKey).toMatch(/^sy_live_[A-Za-z0-9_-]{43}$/);
  expect(Buffer.from(rawKey.slice('sy_live_'.length), 'base64url')).toHaveLength(32);
  expect(apiKey).toEqual({
    id: expect.stringMatching(/^key_[0-9a-z]{20}$/),
    user_id: world.users.developer.id,
    account_id: world.acme.id,
    name: null,
    hint: `sy_live_…${rawKey.slice(-4)}`,
    status: 'ACTIVE',
    expires_at: null,
    last_used_at: null,
    createdAt: String(server.context.now().getTime()),
    scopes: { read: true, write: true, admin: false },
  });
});

test('only the SHA-256 of a secret is stored, and no other column or audit event contains it', async () => {
  const { rawKey, apiKey } = await create(developer);
  const row = await server.context.db.prisma.apiKey.findUniqueOrThrow({ where: { id: apiKey.id } });
  const hash = createHash('sha256').update(rawKey).digest('hex');
  expect(row.secretHash).toBe(hash);
  const stored = await storedText(server.context);
  expect(stored).not.toContain(rawKey.slice('sy_live_'.length));
  expect(stored.split(hash)).toHaveLength(2);
});

test('no two keys share a secret, and no later answer shows one', async () => {
  const secrets = await Promise.all(Array.from({ length: 10 }, async () => (await create(developer)).rawKey));
  expect(new Set(secrets).size).toBe(10);
  const query = '{ myApiKeys { id hint name status scopes { read write admin } expires_at last_used_at } }';
  const listed = JSON.stringify(await expectData(server, { query, token: developer }));
  for (const secret of secrets) expect(listed).not.toContain(secret);
});

test("by default a key of a read-only user has read alone, and an admin's has no admin scope", async () => {
  const reader = await create(admin, { userId: world.users.readOnly.id });
  expect(reader.apiKey).toMatchObject({
    user_id: world.users.readOnly.id,
    scopes: { read: true, write: false, admin: false },
  });
  const own = await create(admin, { accountId: world.acme.id });
  expect(own.apiKey.scopes).toEqual({ read: true, write: true, admin: false });
});

test('a key never gets a scope that its owner lacks, even if an admin creates it', async () => {
  const lacks = (scope: string) => badField('scopes', `The key's owner doesn't have the ${scope} scope.`);
  await expectRefusal(server, call(developer, { scopes: { read: true, admin: true } }), lacks('admin'));
  await expectRefusal(
    server,
    call(admin, { userId: world.users.readOnly.id, scopes: { read: true, write: true } }),
    lacks('write'),
  );
});

test('flags that are all false are refused; without any flag the default applies', async () => {
  const none = badField('scopes', 'A key needs at least one scope that its owner has.');
  for (const scopes of [
    { read: false, write: false },
    { read: false, write: false, admin: false },
    { admin: false },
    { read: null, write: false },
  ])
    await expectRefusal(server, call(developer, { scopes }), none);
  for (const scopes of [undefined, null, {}, { read: null, write: null, admin: null }])
    expect((await create(developer, { scopes })).apiKey.scopes).toEqual({
      read: true,
      write: true,
      admin: false,
    });
  expect((await create(developer, { scopes: { read: null, write: true } })).apiKey.scopes).toEqual({
    read: false,
    write: true,
    admin: false,
  });
});

test("a read-only person can't create keys; for another person it takes an admin", async () => {
  const refused = { code: 'FORBIDDEN', message: "You don't have permission to do this." } as const;
  await expectRefusal(server, call(await sessionToken(server.context, world.users.readOnly)), refused);
  const userId = world.users.colleague.id;
  await expectRefusal(server, call(developer, { userId }), refused);
  expect((await create(admin, { userId })).apiKey.user_id).toBe(userId);
});

test('another account and its users look missing; a disabled owner is CONFLICT', async () => {
  for (const userId of [world.strangers.developer.id, 'usr_nonexistent'])
    await expectRefusal(server, call(admin, { userId }), { code: 'NOT_FOUND', message: 'User not found.' });
  for (const accountId of [world.globex.id, 'acc_nonexistent'])
    await expectRefusal(server, call(admin, { accountId }), {
      code: 'NOT_FOUND',
      message: 'Account not found.',
    });
  await expectRefusal(server, call(admin, { userId: world.users.disabled.id }), {
    code: 'CONFLICT',
    message: 'This user is disabled. Enable the user first.',
  });
});

test('a name is trimmed, an empty one is none, and 80 characters on one line are its bound', async () => {
  expect((await create(developer, { name: '  CI  ' })).apiKey.name).toBe('CI');
  expect((await create(developer, { name: '  ' })).apiKey.name).toBeNull();
  await create(developer, { name: 'x'.repeat(80) });
  await expectRefusal(
    server,
    call(developer, { name: 'x'.repeat(81) }),
    badField('name', "A key's name has at most 80 characters."),
  );
  await expectRefusal(
    server,
    call(developer, { name: 'a\nb' }),
    badField('name', "A key's name can't contain line breaks or control characters."),
  );
});

test('the number of keys per person is limited, by any creator and in any status; deleting one makes room', async () => {
  const { max } = limits.apiKeysOfUser;
  const { colleague } = world.users;
  const { apiKey } = await keyOf(server.context, colleague, ['read']);
  const { user: _, previousSecret: __, ...first } = apiKey;
  const has = await server.context.db.prisma.apiKey.count({ where: { userId: colleague.id } });
  const others = Array.from({ length: max - has }, (_each, index) => ({
    ...first,
    id: `key_${index}`,
    secretHash: `hash ${index}`,
    status: 'REVOKED' as const,
  }));
  await server.context.db.write((tx) => tx.apiKey.createMany({ data: others }));
  const own = await sessionToken(server.context, colleague);
  const full = {
    code: 'CONFLICT',
    message: `A user can have ${max} API keys at most. Delete an unused one first.`,
  } as const;
  await expectRefusal(server, call(own), full);
  await expectRefusal(server, call(admin, { userId: colleague.id }), full);
  await create(developer);
  await expectData(server, { query: `mutation { deleteAPIKey(id: "${apiKey.id}") }`, token: own });
  await create(own);
});

test('a key may expire today until the day is over', async () => {
  const now = server.context.now();
  const today = { expires_at: '2026-06-15' };
  const midnight = new Date('2026-06-16T00:00:00.000Z').getTime();
  server.setNow(new Date(midnight - 1));
  await create(developer, today);
  server.setNow(new Date(midnight));
  const token = await sessionToken(server.context, world.users.developer);
  const passed = 'The expiry date has passed. Choose today or a later day.';
  await expectRefusal(server, call(token, today), badField('expires_at', passed));
  server.setNow(now);
});
