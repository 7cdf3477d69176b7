import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectData, expectRefusal } from '@/testing/expect-answer';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

interface Result {
  updateBillingProfile: { etag: string; city: string | null; state: string | null };
}

let server: TestServer;
let world: TestWorld;
let tokens: string[];
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  const { admin, secondAdmin } = world.users;
  tokens = await Promise.all([admin, secondAdmin].map((user) => sessionToken(server.context, user)));
});
afterAll(() => server.close());

const update = (updates: object, etag?: string, who = 0) => ({
  query: `mutation ($id: ID!, $updates: BillingProfileInput!, $etag: String) {
    updateBillingProfile(accountId: $id, updates: $updates, etag: $etag) { etag city state }
  }`,
  variables: { id: world.acme.id, updates, etag },
  token: tokens[who],
});
const save = async (...args: Parameters<typeof update>) =>
  (await expectData<Result>(server, update(...args))).updateBillingProfile;
const stale = {
  code: 'CONFLICT',
  message:
    "This billing profile has changed since you read it. Your change wasn't saved. Review the latest version.",
} as const;

test('an admin who saw no profile creates the first; the second to do so gets CONFLICT', async () => {
  await expectRefusal(server, update({ city: 'Ulm' }, 'of another state'), stale);
  expect(await save({ city: 'Ulm' }, '')).toMatchObject({ city: 'Ulm' });
  await expectRefusal(server, update({ city: 'Bonn' }, '', 1), stale);
});

test('of two admins who read the same profile the second gets CONFLICT, and saves after reading it again', async () => {
  const { etag } = await save({});
  const first = await save({ city: 'Köln' }, etag);
  expect(first.etag).not.toBe(etag);
  await expectRefusal(server, update({ state: 'NRW' }, etag, 1), stale);
  expect(await save({ state: 'NRW' }, first.etag, 1)).toMatchObject({ city: 'Köln', state: 'NRW' });
});

test('a save checks the tag that was read', async () => {
  await save({ city: 'Ulm' });
  const { getBillingProfile } = await expectData<{ getBillingProfile: { etag: string } }>(server, {
    query: 'query ($id: ID!) { getBillingProfile(accountId: $id) { etag } }',
    variables: { id: world.acme.id },
    token: tokens[0],
  });
  expect(await save({ state: 'BW' }, getBillingProfile.etag)).toMatchObject({ city: 'Ulm', state: 'BW' });
});

test('of two concurrent saves of one state, one is stored and the other gets CONFLICT', async () => {
  const { etag } = await save({});
  const answers = await Promise.all(
    [0, 1].map((who) => server.call(update({ city: `Town ${who}` }, etag, who))),
  );
  const refused = answers.flatMap(({ errors }) => errors.map(({ message }) => message));
  expect(refused).toEqual([stale.message]);
});

test("the tag stays while nothing changes, comes back with the state, and if it's omitted, nothing is checked", async () => {
  const before = await save({ city: 'Ulm' });
  expect((await save({ city: ' Ulm ' }, before.etag)).etag).toBe(before.etag);
  await save({ city: 'Bonn' });
  expect((await save({ city: 'Ulm' })).etag).toBe(before.etag);
});
