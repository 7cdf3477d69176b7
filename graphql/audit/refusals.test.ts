import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { writeRefusals } from '@/lib/server/audit/write-refusals';
import { eventsOf } from '@/testing/audit-trail';
import { expectData } from '@/testing/expect-answer';
import { storedRows } from '@/testing/stored-rows';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, PASSWORD, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());

const attempt = (email: string, password = 'wrong password', address = '192.0.2.1') =>
  server.call({
    query:
      'mutation ($email: String!, $password: String!) { signIn(email: $email, password: $password) { token } }',
    variables: { email, password },
    address,
  });

/** New entries of the trail after some work, once refusals are written; in the order of the chain. */
async function trailOf(work: () => Promise<unknown>, all = false) {
  const events = await eventsOf(server.context, async () => {
    await work();
    await writeRefusals(server.context, { all });
  });
  const links = await server.context.db.prisma.auditLink.findMany({
    where: { eventId: { in: events.map(({ id }) => id) } },
  });
  const place = new Map(links.map(({ eventId, sequence }) => [eventId, sequence]));
  return events.sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0));
}

test('a failed sign-in is an event of the person whose address was tried, by nobody, with its reason', async () => {
  const { developer, disabled } = world.users;
  const events = await trailOf(async () => {
    await attempt(' Dev@ACME.example', 'wrong password', '192.0.2.7');
    await attempt(disabled.email, PASSWORD);
    await attempt(disabled.email, 'wrong password', 'no address');
  });
  const recorded = events.map(({ action, userId, accountId, entityId, metadata }) => ({
    action,
    userId,
    accountId,
    entityId,
    metadata,
  }));
  const tried = (entityId: string, reason: string, address: string | null) => ({
    action: 'user.refuse_sign_in',
    userId: null,
    accountId: world.acme.id,
    entityId,
    metadata: { entity_id: entityId, reason, address, times: 1 },
  });
  expect(recorded).toEqual([
    tried(developer.id, 'password', '192.0.2.7'),
    tried(disabled.id, 'disabled', '192.0.2.1'),
    tried(disabled.id, 'password', null),
  ]);
});

test('noting a failure reads and writes nothing before the response, whether or not a user has the address', async () => {
  const before = await storedRows(server.context);
  for (const email of ['colleague@acme.example', 'nobody@acme.example']) {
    expect((await attempt(email)).errors[0]?.message).toBe('Wrong email address or password.');
  }
  expect(await storedRows(server.context)).toEqual(before);
  const events = await trailOf(async () => {});
  expect(events.map(({ entityId }) => entityId)).toEqual([world.users.colleague.id]);
  expect(
    server.context.refusals.all().some(({ person }) => 'email' in person && /nobody/.test(person.email)),
  ).toBe(false);
});

test('of a flood the first ten are events of their own, the rest one with their number when the ten minutes are over', async () => {
  const { id, email } = world.users.secondAdmin;
  const flood = await trailOf(async () => {
    for (let index = 0; index < 25; index++)
      await attempt(email, 'wrong password', `192.0.2.${100 + (index % 3)}`);
  });
  expect(flood.map(({ metadata }) => (metadata as { times: number }).times)).toEqual(Array(10).fill(1));
  server.setNow(new Date(TEST_NOW.getTime() + limits.auditedRefusals.window - 1));
  expect(await trailOf(async () => {})).toEqual([]);
  server.setNow(new Date(TEST_NOW.getTime() + limits.auditedRefusals.window));
  const [rest, ...more] = await trailOf(async () => {});
  // Three addresses, so the event for all of them names none.
  expect(rest?.metadata).toEqual({ entity_id: id, reason: 'password', times: 15 });
  expect(more).toEqual([]);
  expect(await trailOf(() => attempt(email, 'wrong password', '192.0.2.200'))).toHaveLength(1);
  server.setNow(TEST_NOW);
});

test('past the limit of sign-ins it is the limit that refused', async () => {
  const { email } = world.strangers.developer;
  const events = await trailOf(async () => {
    for (let index = 0; index < 11; index++) await attempt(email, 'wrong password', '192.0.2.50');
  }, true);
  expect(events.map(({ metadata }) => (metadata as { reason: string }).reason)).toEqual([
    ...Array(10).fill('password'),
    'rate_limit',
  ]);
});

test('a call for admins that is FORBIDDEN is an event of its caller, by the name of the field, not its alias', async () => {
  const { developer, admin } = world.users;
  const token = await sessionToken(server.context, developer);
  const { rawKey, apiKey } = await keyOf(server.context, admin, ['read', 'write']);
  const query = `query { me { id } mine: myApiKeys { id } ...Part } fragment Part on Query { ... { x: listUsers(accountId: "${world.acme.id}") { id } } }`;
  const events = await trailOf(async () => {
    await server.call({ query, token });
    await server.call({
      query: `mutation { disableUser(id: "${admin.id}") { id } }`,
      token: rawKey,
      address: '::1',
    });
  });
  expect(events).toMatchObject([
    {
      action: 'user.refuse_call',
      userId: developer.id,
      accountId: world.acme.id,
      entityId: developer.id,
      metadata: { entity_id: developer.id, operation: 'listUsers', address: '127.0.0.1', times: 1 },
    },
    {
      action: 'user.refuse_call',
      userId: admin.id,
      entityId: admin.id,
      metadata: { operation: 'disableUser', address: '::1', api_key_id: apiKey.id, times: 1 },
    },
  ]);
});

test('fragments that spread each other over and over are refused before anything runs, and note nothing', async () => {
  const token = await sessionToken(server.context, world.users.developer);
  const levels = Array.from(
    { length: 9 },
    (_, level) => `fragment F${level} on Query { ${`...F${level + 1} `.repeat(4)} }`,
  );
  const query = `{ listUsers(accountId: "x") { id } ...F0 } ${levels.join(' ')} fragment F${levels.length} on Query { me { id } }`;
  // 4^9 spreads: more than are worth following.
  const events = await trailOf(async () => {
    expect((await server.call({ query, token })).errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('Write a smaller `limit` in it'),
    ]);
  });
  expect(events).toEqual([]);
});

test("a refusal for a missing scope alone, without a caller, or for another reason isn't an event", async () => {
  const reader = await sessionToken(server.context, world.users.readOnly);
  const admin = await sessionToken(server.context, world.users.admin);
  const events = await trailOf(async () => {
    await server.call({ query: 'mutation { createAPIKey { rawKey } }', token: reader });
    await server.call({ query: `{ listUsers(accountId: "${world.acme.id}") { id } }` });
    await server.call({ query: `{ getUser(id: "usr_none") { id } }`, token: admin });
    await server.call({ query: '{ broken', token: admin });
  });
  expect(events).toEqual([]);
});

test("refusals that can't be written fail no call, and are written once it is possible", async () => {
  const { context } = server;
  const write = context.db.write;
  const broken = {
    ...context,
    db: { ...context.db, read: context.db.prisma, write: () => Promise.reject(new Error('full')) },
  };
  await attempt(world.users.readOnly.email);
  await writeRefusals(broken);
  expect(context.db.write).toBe(write);
  expect(await trailOf(async () => {})).toHaveLength(1);
});

test('however many people are refused at once, what is kept in mind is bounded', () => {
  const { refusals } = server.context;
  const { people } = limits.auditedRefusals;
  for (let index = 0; index < people + 5; index++)
    refusals.signIn({
      email: `${index}@flood.example`,
      reason: 'password',
      address: '192.0.2.1',
      at: TEST_NOW,
    });
  expect(refusals.all()).toHaveLength(people);
  for (const refused of refusals.all()) refusals.forget(refused);
});

test("an admin reads them in the trail, with the name of whom they are about, and of no other account's", async () => {
  const token = await sessionToken(server.context, world.users.admin);
  const query = '{ rows: getAllAuditLogs(action: "user.refuse_sign_in") { user_id user_name entity_name } }';
  const { rows } = await expectData<{ rows: object[] }>(server, { query, token });
  expect(rows).toContainEqual({ user_id: null, user_name: null, entity_name: 'Dee Veloper' });
  expect(JSON.stringify(rows)).not.toContain('globex');
});
