import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyStatus } from '@/lib/server/auth/key-status';
import { expectData, expectRefusal } from '@/testing/expect-answer';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let tokens: Record<'owner' | 'admin' | 'colleague' | 'stranger', string>;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  const token = (user: Parameters<typeof sessionToken>[1]) => sessionToken(server.context, user);
  tokens = {
    owner: await token(world.users.developer),
    admin: await token(world.users.admin),
    colleague: await token(world.users.colleague),
    stranger: await token(world.strangers.admin),
  };
});
afterAll(() => server.close());

const actions = {
  revoke: (id: string) => `mutation { revokeAPIKey(id: "${id}") { id } }`,
  reactivate: (id: string) => `mutation { reactivateAPIKey(id: "${id}") { id } }`,
  rotate: (id: string) => `mutation { rotateAPIKey(id: "${id}") { rawKey } }`,
  edit: (id: string) => `mutation { updateAPIKeyScopes(id: "${id}", scopes: { read: true }) { id } }`,
  delete: (id: string) => `mutation { deleteAPIKey(id: "${id}") }`,
};
type State = 'ACTIVE' | 'REVOKED' | 'EXPIRED' | 'REVOKED and expired';

/** A developer's key in a state. */
async function keyIn(state: State) {
  const expires = state === 'EXPIRED' || state === 'REVOKED and expired' ? '2026-06-15' : undefined;
  const made = await keyOf(server.context, world.users.developer, ['read', 'write'], expires);
  const { id } = made.apiKey;
  const expiry = expires && { expiresAt: TEST_NOW };
  const status = state.startsWith('REVOKED') ? ('REVOKED' as const) : ('ACTIVE' as const);
  await server.context.db.write((tx) => tx.apiKey.update({ where: { id }, data: { status, ...expiry } }));
  return made;
}

async function statusOf(id: string): Promise<string> {
  const key = await server.context.db.prisma.apiKey.findUnique({ where: { id } });
  return key ? keyStatus(key, server.context.now()) : 'gone';
}

const active = 'This key is active already.';
const mustRevoke = 'This key is active. Revoke it first.';
const revoked = 'This key is revoked. Reactivate it first.';
const expired = 'This key has expired. Create a new one.';

/** Action, state before, and the status after or the sentence that refuses: for the owner, then for an admin. */
const table: [keyof typeof actions, State, { owner: string; admin: string }][] = [
  ['revoke', 'ACTIVE', { owner: 'REVOKED', admin: 'REVOKED' }],
  ['revoke', 'REVOKED', { owner: 'REVOKED', admin: 'REVOKED' }],
  ['revoke', 'EXPIRED', { owner: 'REVOKED', admin: 'REVOKED' }],
  ['revoke', 'REVOKED and expired', { owner: 'REVOKED', admin: 'REVOKED' }],
  ['reactivate', 'ACTIVE', { owner: active, admin: active }],
  ['reactivate', 'REVOKED', { owner: 'ACTIVE', admin: 'ACTIVE' }],
  ['reactivate', 'EXPIRED', { owner: expired, admin: expired }],
  ['reactivate', 'REVOKED and expired', { owner: expired, admin: expired }],
  ['rotate', 'ACTIVE', { owner: 'ACTIVE', admin: 'ACTIVE' }],
  ['rotate', 'REVOKED', { owner: revoked, admin: revoked }],
  ['rotate', 'EXPIRED', { owner: expired, admin: expired }],
  ['rotate', 'REVOKED and expired', { owner: revoked, admin: revoked }],
  ['edit', 'ACTIVE', { owner: 'ACTIVE', admin: 'ACTIVE' }],
  ['edit', 'REVOKED', { owner: revoked, admin: revoked }],
  ['edit', 'EXPIRED', { owner: expired, admin: expired }],
  ['edit', 'REVOKED and expired', { owner: revoked, admin: revoked }],
  ['delete', 'ACTIVE', { owner: 'gone', admin: mustRevoke }],
  ['delete', 'REVOKED', { owner: 'gone', admin: 'gone' }],
  ['delete', 'EXPIRED', { owner: 'gone', admin: 'gone' }],
  ['delete', 'REVOKED and expired', { owner: 'gone', admin: 'gone' }],
];

describe.each(table)('%s on a key %s', (action, state, outcomes) => {
  test.each(['owner', 'admin'] as const)('by its %s ends as the table says', async (who) => {
    const { id } = (await keyIn(state)).apiKey;
    const call = { query: actions[action](id), token: tokens[who] };
    const outcome = outcomes[who];
    if (outcome.endsWith('.')) await expectRefusal(server, call, { code: 'CONFLICT', message: outcome });
    else {
      await expectData(server, call);
      expect(await statusOf(id)).toBe(outcome);
    }
  });
});

test.each(Object.entries(actions))(
  "%s on a colleague's or another account's key fails as for a missing key",
  async (_deed, query) => {
    const missing = { code: 'NOT_FOUND', message: 'API key not found.' } as const;
    const { id } = (await keyIn('ACTIVE')).apiKey;
    await expectRefusal(server, { query: query(id), token: tokens.colleague }, missing);
    await expectRefusal(server, { query: query(id), token: tokens.stranger }, missing);
    await expectRefusal(server, { query: query('key_nonexistent'), token: tokens.owner }, missing);
  },
);

test.each(['revoke', 'delete'] as const)(
  "%s by an admin's key without the admin scope fails for a colleague's key as for a missing key",
  async (action) => {
    const { id } = (await keyIn('ACTIVE')).apiKey;
    const { rawKey } = await keyOf(server.context, world.users.admin, ['read', 'write']);
    const missing = { code: 'NOT_FOUND', message: 'API key not found.' } as const;
    await expectRefusal(server, { query: actions[action](id), token: rawKey }, missing);
  },
);
