import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectData, expectRefusal } from '@/testing/expect-answer';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  token = await sessionToken(server.context, world.users.admin);
});
afterAll(() => server.close());

const stale = {
  code: 'CONFLICT',
  message: "This account has changed since you read it. Your change wasn't saved. Review the latest version.",
} as const;

const update = (updates: Record<string, unknown>, etag?: string | null) => ({
  query: `mutation ($id: ID!, $updates: AccountUpdates!, $etag: String) {
    updateAccount(id: $id, updates: $updates, etag: $etag) { etag }
  }`,
  variables: { id: world.acme.id, updates, etag },
  token,
});
const cancel = (etag?: string | null) => ({
  query: `mutation ($id: ID!, $etag: String) {
    cancelSubscription(accountId: $id, etag: $etag) { account { etag status } }
  }`,
  variables: { id: world.acme.id, etag },
  token,
});
const read = async () => {
  const query = `{ getAccount(id: "${world.acme.id}") { etag } }`;
  return (await expectData<{ getAccount: { etag: string } }>(server, { query, token })).getAccount.etag;
};
const write = async (updates: Record<string, unknown>, etag?: string | null) =>
  (await expectData<{ updateAccount: { etag: string } }>(server, update(updates, etag))).updateAccount.etag;

test('the etag changes with name, settings, plan and status, and with nothing else', async () => {
  const tags = [await read()];
  expect(await write({ account_name: 'Acme' })).toBe(tags[0]);
  for (const change of [
    { account_name: 'Acme 2' },
    { settings: { theme: 'dark' } },
    { account_plan_id: 'plan_starter' },
  ]) {
    tags.push(await write(change));
    expect(await read()).toBe(tags.at(-1));
  }
  await expectData(server, cancel());
  tags.push(await read());
  expect(new Set(tags).size).toBe(5);
  const back = await write({ account_name: 'Acme', settings: {}, account_plan_id: 'plan_pro' });
  expect(back).toBe(tags[0]);
});

test('a change with the etag last read is made; with an older one it is refused, and nothing is written', async () => {
  const first = await read();
  const second = await write({ account_name: 'Ours' }, first);
  await expectRefusal(server, update({ account_name: 'Theirs' }, first), stale);
  await expectRefusal(server, update({ account_plan_id: 'plan_enterprise' }, first), stale);
  await expectRefusal(server, cancel(first), stale);
  await expectRefusal(server, update({ account_name: 'Theirs' }, ''), stale);
  await write({ account_plan_id: 'plan_enterprise' }, second);
});

test('canceling with the etag last read is done; the one before it cancels nothing a second time', async () => {
  const before = await read();
  const { cancelSubscription } = await expectData<{
    cancelSubscription: { account: { etag: string; status: string } };
  }>(server, cancel(before));
  expect(cancelSubscription.account).toEqual({ etag: await read(), status: 'CANCELED' });
  await expectRefusal(server, cancel(before), stale);
});

test('without an etag, or with null, a change is made whatever the record has become', async () => {
  await write({ account_name: 'Unseen' }, null);
  await write({ account_name: 'Unseen too' });
  await expectData(server, cancel(null));
});
