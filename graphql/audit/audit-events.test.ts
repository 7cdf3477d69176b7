import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsOf } from '@/testing/audit-trail';
import { expectData, expectRefusal } from '@/testing/expect-answer';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let admin: string;
let keyId: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
  keyId = (await keyOf(server.context, world.users.developer, ['read', 'write'])).apiKey.id;
});
afterAll(() => server.close());

/** A mutation of Acme's admin and its one event: action, record, other metadata. Ids are those of the world. */
const mutations: [string, () => string, string, () => string, Record<string, unknown>][] = [
  [
    'updateAccount (name)',
    () => `updateAccount(id: "${world.acme.id}", updates: { account_name: "Acme 2" }) { id }`,
    'account.update',
    () => world.acme.id,
    { changes: { account_name: { from: 'Acme', to: 'Acme 2' } } },
  ],
  [
    'updateAccount (settings)',
    () => `updateAccount(id: "${world.acme.id}", updates: { settings: { a: 1 } }) { id }`,
    'account.update',
    () => world.acme.id,
    { changes: { settings: { from: {}, to: { a: 1 } } } },
  ],
  [
    'cancelSubscription',
    () => `cancelSubscription(accountId: "${world.acme.id}") { success }`,
    'account.cancel',
    () => world.acme.id,
    { plan: 'Pro', changes: { status: { from: 'ACTIVE', to: 'CANCELED' } } },
  ],
  [
    'updateAccount (plan)',
    () => `updateAccount(id: "${world.acme.id}", updates: { account_plan_id: "plan_starter" }) { id }`,
    'account.change_plan',
    () => world.acme.id,
    { changes: { plan: { from: 'Pro', to: 'Starter' }, status: { from: 'CANCELED', to: 'ACTIVE' } } },
  ],
  [
    'updateBillingProfile',
    () => `updateBillingProfile(accountId: "${world.acme.id}", updates: { city: "Bonn" }) { city }`,
    'billing_profile.update',
    () => world.acme.id,
    { changes: { city: { from: null, to: 'Bonn' } } },
  ],
  [
    'updateUser',
    () => `updateUser(id: "${world.users.colleague.id}", updates: { role: ADMIN, last_name: "Coe" }) { id }`,
    'user.update',
    () => world.users.colleague.id,
    {
      changes: {
        role: { from: 'DEVELOPER', to: 'ADMIN' },
        last_name: { from: null, to: 'Coe' },
        scopes: {
          from: { read: true, write: true, admin: false },
          to: { read: true, write: true, admin: true },
        },
      },
    },
  ],
  [
    'updateMyProfile (name)',
    () => 'updateMyProfile(first_name: "Grace") { id }',
    'user.update',
    () => world.users.admin.id,
    { changes: { first_name: { from: 'Ada', to: 'Grace' } } },
  ],
  [
    'disableUser',
    () => `disableUser(id: "${world.users.readOnly.id}") { id }`,
    'user.disable',
    () => world.users.readOnly.id,
    { sessions_ended: 0, jobs_canceled: 0, changes: { status: { from: 'ACTIVE', to: 'DISABLED' } } },
  ],
  [
    'enableUser',
    () => `enableUser(id: "${world.users.readOnly.id}") { id }`,
    'user.enable',
    () => world.users.readOnly.id,
    { changes: { status: { from: 'DISABLED', to: 'ACTIVE' } } },
  ],
  [
    'updateAPIKeyScopes',
    () => `updateAPIKeyScopes(id: "${keyId}", scopes: { read: true }) { id }`,
    'api_key.update_scopes',
    () => keyId,
    {
      name: null,
      hint: expect.stringMatching(/^sy_live_…/),
      jobs_canceled: 0,
      changes: {
        scopes: {
          from: { read: true, write: true, admin: false },
          to: { read: true, write: false, admin: false },
        },
      },
    },
  ],
];

test.each(mutations)('%s writes one event: who, what, which fields from and to', async (...row) => {
  const [, mutation, action, entity, metadata] = row;
  const call = { query: `mutation { ${mutation()} }`, token: admin };
  expect(await eventsOf(server.context, () => expectData(server, call))).toEqual([
    {
      id: expect.stringMatching(/^aud_[0-9a-z]{20}$/),
      accountId: world.acme.id,
      userId: world.users.admin.id,
      action,
      entityId: entity(),
      metadata: { entity_id: entity(), ...metadata },
      createdAt: server.context.now(),
    },
  ]);
});

test('events of calls through a key have api_key_id in addition to the person', async () => {
  const { rawKey, apiKey } = await keyOf(server.context, world.users.admin, ['read', 'write', 'admin']);
  const query = `mutation { updateAccount(id: "${world.acme.id}", updates: { account_name: "By Key" }) { id } }`;
  const [event] = await eventsOf(server.context, () => expectData(server, { query, token: rawKey }));
  expect(event).toMatchObject({ userId: world.users.admin.id, metadata: { api_key_id: apiKey.id } });
});

test('one call that changes name and plan leaves two events; a call that fails half way leaves none', async () => {
  const query = (plan: string) => `mutation { updateAccount(id: "${world.acme.id}",
    updates: { account_name: "Both", account_plan_id: "${plan}" }) { id } }`;
  await expectRefusal(
    server,
    { query: query('plan_none'), token: admin },
    {
      code: 'BAD_USER_INPUT',
      message: 'There is no such plan. Choose one of listAccountPlans.',
      fields: { account_plan_id: 'There is no such plan. Choose one of listAccountPlans.' },
    },
  );
  const events = await eventsOf(server.context, () =>
    expectData(server, { query: query('plan_pro'), token: admin }),
  );
  expect(events.map(({ action }) => action).sort()).toEqual(['account.change_plan', 'account.update']);
});
