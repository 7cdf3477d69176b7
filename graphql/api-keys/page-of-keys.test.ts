import { afterAll, beforeAll, expect, test } from 'vitest';
import { badField, expectData, expectRefusal } from '@/testing/expect-answer';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let admin: string;
/** Newest first: two a second, so that half of the pages begin between two of the same moment. */
let ids: string[];
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  const { colleague, developer } = world.users;
  for (let index = 0; index < 12; index += 1) {
    server.setNow(new Date(TEST_NOW.getTime() + Math.floor(index / 2) * 1000));
    await keyOf(server.context, index % 3 === 0 ? colleague : developer, ['read']);
  }
  admin = await sessionToken(server.context, world.users.admin);
  ids = await list('');
});
afterAll(() => server.close());

async function list(args: string): Promise<string[]> {
  const query = `{ rows: listAPIKeys(accountId: "${world.acme.id}"${args}) { id } }`;
  return (await expectData<{ rows: { id: string }[] }>(server, { query, token: admin })).rows.map(
    ({ id }) => id,
  );
}

test('after and before answer the rows next to a key, whichever page begins there', async () => {
  expect(ids).toHaveLength(12);
  for (const [index, id] of ids.entries()) {
    expect(await list(`, limit: 3, after: "${id}"`)).toEqual(ids.slice(index + 1, index + 4));
    expect(await list(`, limit: 3, before: "${id}"`)).toEqual(ids.slice(Math.max(0, index - 3), index));
  }
});

test('a filtered list continues from a key that no longer passes the filter, and from no key of another list', async () => {
  const owner = `, userId: "${world.users.colleague.id}"`;
  const theirs = await list(owner);
  expect(theirs).toEqual(ids.filter((id) => theirs.includes(id)));
  expect(theirs).toHaveLength(4);
  const [, second = '', ...rest] = theirs;
  await expectData(server, { query: `mutation { revokeAPIKey(id: "${second}") { id } }`, token: admin });
  expect(await list(`${owner}, status: ACTIVE, after: "${second}"`)).toEqual(rest);
  expect(await list(`${owner}, status: REVOKED`)).toEqual([second]);
  expect(await list(`, userId: "${world.strangers.developer.id}"`)).toEqual([]);
  const { apiKey } = await keyOf(server.context, world.strangers.developer, ['read']);
  await expectRefusal(
    server,
    { query: `{ listAPIKeys(accountId: "${world.acme.id}", after: "${apiKey.id}") { id } }`, token: admin },
    badField('after', "The cursor isn't in this list. Send the id of a row that is."),
  );
});
