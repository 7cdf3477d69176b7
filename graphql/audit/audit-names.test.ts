import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { issueInvoice } from '@/lib/server/billing/write-invoices';
import { expectData } from '@/testing/expect-answer';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

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

type Named = { user_name: string | null; entity_name: string | null };

const trail = async (action: string) => {
  const query = `query ($action: String) { rows: getAllAuditLogs(action: $action) { user_name entity_name } }`;
  return (await expectData<{ rows: Named[] }>(server, { query, variables: { action }, token: admin })).rows;
};
const send = <Data>(mutation: string, token = admin) =>
  expectData<Data>(server, { query: `mutation { ${mutation} }`, token });

test('an event names who acted and whom it is about, disabled people too; the operator has no name', async () => {
  const { colleague, disabled } = world.users;
  await send(`updateUser(id: "${disabled.id}", updates: { first_name: "Dis", last_name: "Abled" }) { id }`);
  await send(`disableUser(id: "${colleague.id}") { id }`);
  expect(await trail('user.update')).toEqual([{ user_name: 'Ada', entity_name: 'Dis Abled' }]);
  expect(await trail('user.disable')).toEqual([{ user_name: 'Ada', entity_name: 'colleague@acme.example' }]);
  expect(await trail('account.create')).toEqual([{ user_name: null, entity_name: 'Acme' }]);
});

test("a session's event names its person, a billing profile's the account", async () => {
  const other = await sessionToken(server.context, world.users.secondAdmin);
  await send('signOut', other);
  await send(`updateBillingProfile(accountId: "${world.acme.id}", updates: { city: "Bonn" }) { city }`);
  expect(await trail('session.end')).toEqual([
    { user_name: 'second@acme.example', entity_name: 'second@acme.example' },
  ]);
  expect(await trail('billing_profile.update')).toEqual([{ user_name: 'Ada', entity_name: 'Acme' }]);
});

const keyDeeds = ['create', 'update_scopes', 'rotate', 'revoke', 'reactivate', 'delete'] as const;

/** Creates a key, does everything with it, and returns its two hints: before the rotation and after. */
async function wholeLife(naming: string): Promise<[string, string]> {
  const hintOf = (rawKey: string) => `sy_live_…${rawKey.slice(-4)}`;
  const { made } = await send<{ made: { rawKey: string; apiKey: { id: string } } }>(
    `made: createAPIKey${naming} { rawKey apiKey { id } }`,
    developer,
  );
  const { id } = made.apiKey;
  await send(`updateAPIKeyScopes(id: "${id}", scopes: { read: true }) { id }`, developer);
  const { rotated } = await send<{ rotated: { rawKey: string } }>(
    `rotated: rotateAPIKey(id: "${id}") { rawKey }`,
    developer,
  );
  await send(`revokeAPIKey(id: "${id}") { id }`, developer);
  await send(`reactivateAPIKey(id: "${id}") { id }`, developer);
  await send(`deleteAPIKey(id: "${id}")`, developer);
  return [hintOf(made.rawKey), hintOf(rotated.rawKey)];
}

/** The key's name in the newest event of each action. */
const keyNames = async () => {
  const trails = await Promise.all(keyDeeds.map((action) => trail(`api_key.${action}`)));
  return trails.map(([newest]) => newest?.entity_name);
};

test('all events of a key call it by its one name, also once it is deleted; without a name, by its hint then', async () => {
  const minute = (count: number) => server.setNow(new Date(TEST_NOW.getTime() + count * 60_000));
  minute(1);
  await wholeLife('(name: "CI")');
  expect(await keyNames()).toEqual(keyDeeds.map(() => 'CI'));
  minute(2);
  const [first, second] = await wholeLife('');
  expect(await keyNames()).toEqual([first, first, second, second, second, second]);
  server.setNow(TEST_NOW);
});

test('an event without the name of its key uses the current key, or else the hint in the event', async () => {
  const { developer: owner } = world.users;
  const { apiKey } = await keyOf(server.context, owner, ['read']);
  await server.context.db.write((tx) =>
    tx.apiKey.update({ where: { id: apiKey.id }, data: { name: 'Old' } }),
  );
  for (const entityId of [apiKey.id, 'key_gone']) {
    await server.context.db.write((tx) =>
      recordAudit(tx, server.context, {
        action: 'api_key.revoke',
        actor: { userId: owner.id },
        accountId: owner.accountId,
        entityId,
        details: { hint: `sy_live_…${entityId}` },
      }),
    );
  }
  const names = (await trail('api_key.revoke')).map(({ entity_name }) => entity_name);
  expect(names).toEqual(expect.arrayContaining(['Old', 'sy_live_…key_gone']));
});

test('an account is named as it was, an invoice by its number', async () => {
  await send(`updateAccount(id: "${world.acme.id}", updates: { account_name: "Acme 2" }) { id }`);
  await send(`updateAccount(id: "${world.acme.id}", updates: { account_name: "Acme 3" }) { id }`);
  await send(`cancelSubscription(accountId: "${world.acme.id}") { success }`);
  const invoice = await issueInvoice(server.context, null, world.acme.id, '2026-05-01');
  expect((await trail('account.update')).map(({ entity_name }) => entity_name)).toEqual(
    expect.arrayContaining(['Acme 2', 'Acme 3']),
  );
  expect(await trail('account.create')).toEqual([{ user_name: null, entity_name: 'Acme' }]);
  expect(await trail('account.cancel')).toEqual([{ user_name: 'Ada', entity_name: 'Acme 3' }]);
  expect(await trail('invoice.issue')).toEqual([{ user_name: null, entity_name: invoice.number }]);
});

test('names take one query per table, however many events there are, and none unless requested', async () => {
  for (const scopes of [['read'], ['write'], ['read', 'write']] as const)
    await keyOf(server.context, world.users.developer, [...scopes]);
  const users = vi.spyOn(server.context.db.prisma.user, 'findMany');
  const query = (fields: string) => `{ rows: getAllAuditLogs { id ${fields} } }`;
  await expectData(server, { query: query('user_name entity_name'), token: admin });
  expect(users).toHaveBeenCalledTimes(1);
  await expectData(server, { query: query('user_id'), token: admin });
  expect(users).toHaveBeenCalledTimes(1);
  users.mockRestore();
});
