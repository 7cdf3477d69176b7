import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsOf } from '@/testing/audit-trail';
import { expectData } from '@/testing/expect-answer';
import { storedText } from '@/testing/stored-rows';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, PASSWORD, sessionToken, type TestWorld } from '@/testing/test-world';

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

test("a key's events have its name and hint, from creation to deletion, and never its secret", async () => {
  const create = `mutation { made: createAPIKey(name: "CI", expires_at: "2026-12-31") { rawKey apiKey { id } } }`;
  let made = { rawKey: '', apiKey: { id: '' } };
  let rotated = { rawKey: '' };
  const send = <Data>(query: string) => expectData<Data>(server, { query, token: developer });
  const events = await eventsOf(server.context, async () => {
    made = (await send<{ made: typeof made }>(create)).made;
    const { id } = made.apiKey;
    rotated = (
      await send<{ rotated: typeof rotated }>(`mutation { rotated: rotateAPIKey(id: "${id}") { rawKey } }`)
    ).rotated;
    await send(`mutation { revokeAPIKey(id: "${id}") { id } }`);
    await send(`mutation { reactivateAPIKey(id: "${id}") { id } }`);
    await send(`mutation { deleteAPIKey(id: "${id}") }`);
  });
  const hints = [made.rawKey, rotated.rawKey].map((secret) => `sy_live_…${secret.slice(-4)}`);
  const metadataOf = new Map(events.map(({ action, metadata }) => [action, metadata]));
  const entity_id = made.apiKey.id;
  expect(Object.fromEntries(metadataOf)).toEqual({
    'api_key.create': {
      entity_id,
      owner_id: world.users.developer.id,
      name: 'CI',
      hint: hints[0],
      scopes: { read: true, write: true, admin: false },
      expires_at: '2026-12-31',
    },
    'api_key.rotate': { entity_id, name: 'CI', changes: { hint: { from: hints[0], to: hints[1] } } },
    'api_key.revoke': {
      entity_id,
      name: 'CI',
      hint: hints[1],
      jobs_canceled: 0,
      changes: { status: { from: 'ACTIVE', to: 'REVOKED' } },
    },
    'api_key.reactivate': {
      entity_id,
      name: 'CI',
      hint: hints[1],
      changes: { status: { from: 'REVOKED', to: 'ACTIVE' } },
    },
    'api_key.delete': {
      entity_id,
      owner_id: world.users.developer.id,
      name: 'CI',
      hint: hints[1],
      status: 'ACTIVE',
      jobs_canceled: 0,
    },
  });
  expect(events).toHaveLength(5);
  const stored = await storedText(server.context);
  for (const { rawKey } of [made, rotated]) expect(stored).not.toContain(rawKey.slice('sy_live_'.length));
});

test('a new user, a sign-in, a new password and a sign-out leave events that hold no password, token or hash', async () => {
  const SIGN_IN = `mutation { s: signIn(email: "sue@acme.example", password: "temporary-1") { token } }`;
  const events = await eventsOf(server.context, async () => {
    const create = `mutation { createUser(accountId: "${world.acme.id}", email: "sue@acme.example", password: "temporary-1") { id } }`;
    await expectData(server, { query: create, token: admin });
    const { s } = await expectData<{ s: { token: string } }>(server, { query: SIGN_IN });
    await expectData(server, {
      query: 'mutation { updateMyProfile(password: "permanent-2") { id } }',
      token: s.token,
    });
    await expectData(server, { query: 'mutation { signOut }', token: s.token });
  });
  const sue = await server.context.db.prisma.user.findUniqueOrThrow({ where: { email: 'sue@acme.example' } });
  expect(Object.fromEntries(events.map(({ action, userId }) => [action, userId]))).toEqual({
    'user.create': world.users.admin.id,
    'session.start': sue.id,
    'user.change_password': sue.id,
    'session.end': sue.id,
  });
  const text = JSON.stringify(await server.context.db.prisma.auditEvent.findMany());
  for (const secret of [
    'temporary-1',
    'permanent-2',
    PASSWORD,
    'argon2',
    sue.passwordHash,
    'sy_session_',
    'Hash',
  ])
    expect(text).not.toContain(secret);
});
