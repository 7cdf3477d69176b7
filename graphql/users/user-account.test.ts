import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expectData } from '@/testing/expect-answer';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
});
afterAll(() => server.close());

test("a person's account has its current name, in every request anew", async () => {
  const nameOf = async () => {
    const { me } = await expectData<{ me: { account_name: string } }>(server, {
      query: '{ me { account_name } }',
      token: admin,
    });
    return me.account_name;
  };
  expect(await nameOf()).toBe(world.acme.name);
  await expectData(server, {
    query: `mutation { updateAccount(id: "${world.acme.id}", updates: { account_name: "Acme Two" }) { id } }`,
    token: admin,
  });
  expect(await nameOf()).toBe('Acme Two');
});

test('a list of users reads the name of their account once', async () => {
  const read = vi.spyOn(server.context.db, 'sql');
  const { listUsers } = await expectData<{ listUsers: { account_name: string }[] }>(server, {
    query: `{ listUsers(accountId: "${world.acme.id}") { account_name } }`,
    token: admin,
  });
  expect(listUsers.length).toBeGreaterThan(2);
  expect(new Set(listUsers.map((user) => user.account_name)).size).toBe(1);
  expect(read.mock.calls.filter(([{ sql }]) => sql.includes('FROM "Account"'))).toHaveLength(1);
});
