import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectData } from '@/testing/expect-answer';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
beforeEach(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterEach(() => server.close());

const MINUTE = 60_000;
const goTo = (millis: number) => server.setNow(new Date(TEST_NOW.getTime() + millis));
const callWith = (token: string) => expectData(server, { query: '{ me { id } }', token });
const lastActive = async () => {
  const { id } = world.users.developer;
  return (await server.context.db.prisma.user.findUniqueOrThrow({ where: { id } })).lastActiveAt?.getTime();
};

test('a use of any session is activity, to the minute, and stays after the session has ended', async () => {
  const one = await sessionToken(server.context, world.users.developer);
  const other = await sessionToken(server.context, world.users.developer);
  goTo(MINUTE);
  await callWith(one);
  expect(await lastActive()).toBe(TEST_NOW.getTime() + MINUTE);
  goTo(2 * MINUTE - 1);
  await callWith(one);
  expect(await lastActive()).toBe(TEST_NOW.getTime() + MINUTE);
  goTo(3 * MINUTE);
  await callWith(other);
  expect(await lastActive()).toBe(TEST_NOW.getTime() + 3 * MINUTE);
  await expectData(server, { query: 'mutation { signOut }', token: other });
  expect(await lastActive()).toBe(TEST_NOW.getTime() + 3 * MINUTE);
});

test("calls with an API key aren't activity of its owner, nor the end of a pending invitation", async () => {
  const { rawKey } = await keyOf(server.context, world.users.developer, ['read']);
  goTo(MINUTE);
  await callWith(rawKey);
  expect(await lastActive()).toBeUndefined();
});
