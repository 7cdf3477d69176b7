import { afterAll, beforeAll, expect, test } from 'vitest';
import { revokeApiKey } from '@/lib/server/api-keys/api-key-status';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { expectData } from '@/testing/expect-answer';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
});
afterAll(() => server.close());

const access = async (userId: string) => {
  const query = `{ getUserAccess(userId: "${userId}") { activeKeys activeSessions openJobs last_used_at } }`;
  return (await expectData<{ getUserAccess: object }>(server, { query, token: admin })).getUserAccess;
};
const minutes = (count: number) => new Date(TEST_NOW.getTime() + count * 60_000);

test('a user who never signed in has nothing to lose', async () => {
  expect(await access(world.users.colleague.id)).toEqual({
    activeKeys: 0,
    activeSessions: 0,
    openJobs: 0,
    last_used_at: null,
  });
});

test('working keys and sessions are counted, with their last use; disabling stops them all', async () => {
  const { developer } = world.users;
  await keyOf(server.context, developer, ['read']);
  const { rawKey } = await keyOf(server.context, developer, ['read']);
  const revoked = await keyOf(server.context, developer, ['read']);
  await revokeApiKey(server.context, operatorViewer(developer), revoked.apiKey.id);
  const expired = await keyOf(server.context, developer, ['read']);
  await server.context.db.write((tx) =>
    tx.apiKey.update({ where: { id: expired.apiKey.id }, data: { expiresAt: TEST_NOW } }),
  );
  await sessionToken(server.context, developer);
  await sessionToken(server.context, developer, TEST_NOW);
  expect(await access(developer.id)).toEqual({
    activeKeys: 2,
    activeSessions: 1,
    openJobs: 0,
    last_used_at: String(TEST_NOW.getTime()),
  });

  server.setNow(minutes(7));
  await expectData(server, { query: '{ me { id } }', token: rawKey });
  expect(await access(developer.id)).toMatchObject({ last_used_at: String(minutes(7).getTime()) });

  await expectData(server, { query: `mutation { disableUser(id: "${developer.id}") { id } }`, token: admin });
  expect(await access(developer.id)).toEqual({
    activeKeys: 0,
    activeSessions: 0,
    openJobs: 0,
    last_used_at: String(minutes(7).getTime()),
  });
});
