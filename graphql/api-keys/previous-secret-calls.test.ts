import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepOverlaps, PreviousSecretCalls } from '@/lib/server/api-keys/previous-secret-calls';
import { authenticate } from '@/lib/server/auth/authenticate';
import { hashToken } from '@/lib/server/auth/tokens';
import { expectData, expectRefusal } from '@/testing/expect-answer';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

const MINUTE = 60_000;

let server: TestServer;
let world: TestWorld;
let owner: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  owner = await sessionToken(server.context, world.users.developer);
});
afterAll(() => server.close());

const LIST = { query: '{ myApiKeys(limit: 1) { id } }' };
const after = (minutes: number) => new Date(TEST_NOW.getTime() + minutes * MINUTE);
const rotate = (id: string) =>
  expectData<{ rotateAPIKey: { rawKey: string } }>(server, {
    query: `mutation { rotateAPIKey(id: "${id}", grace: 3600) { rawKey } }`,
    token: owner,
  });
async function overlapping() {
  server.setNow(TEST_NOW);
  const { apiKey, rawKey: old } = await keyOf(server.context, world.users.developer, ['read']);
  const { rotateAPIKey } = await rotate(apiKey.id);
  return { id: apiKey.id, old, rawKey: rotateAPIKey.rawKey };
}
const stored = (id: string) =>
  server.context.db.prisma.previousSecret.findUniqueOrThrow({ where: { apiKeyId: id } });

/** The API's report on an old secret's use. */
async function countOf(id: string): Promise<[number, Date | null]> {
  const query = `{ getAPIKey(id: "${id}") { previous_secret { calls last_used_at } } }`;
  type Result = { getAPIKey: { previous_secret: { calls: number; last_used_at: string | null } } };
  const { previous_secret: use } = (await expectData<Result>(server, { query, token: owner })).getAPIKey;
  return [use.calls, use.last_used_at === null ? null : new Date(Number(use.last_used_at))];
}

test('each call with an old secret is counted at once and written only later, and none with the new one', async () => {
  const { id, old, rawKey } = await overlapping();
  expect(await countOf(id)).toEqual([0, null]);
  for (const minutes of [1, 2, 3]) {
    server.setNow(after(minutes));
    await expectData(server, { ...LIST, token: old });
    expect(await countOf(id)).toEqual([minutes, after(minutes)]);
  }
  server.setNow(after(4));
  await expectData(server, { ...LIST, token: rawKey });
  expect(await stored(id)).toMatchObject({ calls: 0, lastUsedAt: null });

  const { previousSecretCalls, db } = server.context;
  await previousSecretCalls.write(db);
  expect(await stored(id)).toMatchObject({ calls: 3, lastUsedAt: after(3) });
  expect(await countOf(id)).toEqual([3, after(3)]);
  await expectData(server, { ...LIST, token: old });
  expect(await countOf(id)).toEqual([4, after(4)]);
});

test("refused calls aren't counted", async () => {
  const { id, old } = await overlapping();
  server.setNow(after(60));
  await expectRefusal(
    server,
    { ...LIST, token: old },
    { code: 'UNAUTHENTICATED', message: 'Sign in first.' },
  );
  expect(server.context.previousSecretCalls.unwritten(hashToken(old))).toBeNull();
  server.setNow(TEST_NOW);
  expect(await countOf(id)).toEqual([0, null]);
});

test('the count of several servers on one database adds up', async () => {
  const { id, old } = await overlapping();
  const other = { ...server.context, previousSecretCalls: new PreviousSecretCalls() };
  for (const context of [server.context, other, other]) await authenticate(context, old);
  for (const { previousSecretCalls, db } of [server.context, other]) await previousSecretCalls.write(db);
  expect((await stored(id)).calls).toBe(3);
});

test("calls that can't be written are kept, and those of a secret that is gone are dropped", async () => {
  const { id, old } = await overlapping();
  await expectData(server, { ...LIST, token: old });
  const { previousSecretCalls, db } = server.context;
  await previousSecretCalls.write({ ...db, write: () => Promise.reject(new Error('The disk is full.')) });
  expect((await countOf(id))[0]).toBe(1);
  await rotate(id);
  await previousSecretCalls.write(db);
  expect(await stored(id)).toMatchObject({ calls: 0, lastUsedAt: null });
  expect(previousSecretCalls.unwritten(hashToken(old))).toBeNull();
});

test('a server that shuts down writes the last calls', async () => {
  const { id, old } = await overlapping();
  const atTheEnd = keepOverlaps(server.context);
  await expectData(server, { ...LIST, token: old });
  await atTheEnd();
  expect((await stored(id)).calls).toBe(1);
});
