import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { badField, expectData, expectRefusal } from '@/testing/expect-answer';
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

const FIELDS = 'id account_name account_plan_id plan { plan_name monthly_price } settings status createdAt';
const update = (updates: Record<string, unknown>, id = world.acme.id) => ({
  query: `mutation ($id: ID!, $updates: AccountUpdates!) { updateAccount(id: $id, updates: $updates) { ${FIELDS} } }`,
  variables: { id, updates },
  token: admin,
});
const apply = async (updates: Record<string, unknown>) =>
  (await expectData<{ updateAccount: Record<string, unknown> }>(server, update(updates))).updateAccount;
const cancel = () => ({
  query: 'mutation ($id: ID!) { cancelSubscription(accountId: $id) { success account { status } } }',
  variables: { id: world.acme.id },
  token: admin,
});
const stored = () => server.context.db.prisma.account.findUniqueOrThrow({ where: { id: world.acme.id } });
const audits = () => server.context.db.prisma.auditEvent.count();

test('everyone of an account reads it; another is NOT_FOUND, like a missing account', async () => {
  const developer = await sessionToken(server.context, world.users.developer);
  const get = (id: string) => ({ query: `{ getAccount(id: "${id}") { ${FIELDS} } }`, token: developer });
  expect(await expectData(server, get(world.acme.id))).toEqual({
    getAccount: {
      id: world.acme.id,
      account_name: 'Acme',
      account_plan_id: 'plan_pro',
      plan: { plan_name: 'Pro', monthly_price: 99 },
      settings: {},
      status: 'ACTIVE',
      createdAt: String(world.acme.createdAt.getTime()),
    },
  });
  const missing = { code: 'NOT_FOUND', message: 'Account not found.' } as const;
  for (const id of [world.globex.id, 'acc_nonexistent']) {
    await expectRefusal(server, get(id), missing);
    await expectRefusal(server, update({ account_name: 'Mine' }, id), missing);
    await expectRefusal(server, { ...cancel(), variables: { id } }, missing);
  }
});

test('the name changes alone, trimmed; an empty, long or broken one is refused', async () => {
  const before = await stored();
  expect((await apply({ account_name: '  Acme Robotics ' })).account_name).toBe('Acme Robotics');
  expect(await stored()).toEqual({ ...before, name: 'Acme Robotics' });
  const bad = (message: string) => badField('account_name', message);
  await expectRefusal(server, update({ account_name: '  ' }), bad('Enter an account name.'));
  await expectRefusal(
    server,
    update({ account_name: 'x'.repeat(121) }),
    bad('An account name has at most 120 characters.'),
  );
  await expectRefusal(
    server,
    update({ account_name: 'a\nb' }),
    bad("An account name can't contain line breaks or control characters."),
  );
});

test('settings are a JSON object, stored as given and replaced as a whole', async () => {
  const settings = { theme: 'dark', nested: { list: [1, null, 'ü'], on: false } };
  expect((await apply({ settings })).settings).toEqual(settings);
  expect((await stored()).settings).toEqual(settings);
  expect((await apply({ settings: { other: 1 } })).settings).toEqual({ other: 1 });
  expect((await apply({ settings: null })).settings).toEqual({ other: 1 });
  expect((await apply({ settings: {} })).settings).toEqual({});
});

test('settings of another shape, or over 16 KiB as stored, are refused', async () => {
  for (const settings of [[], 'text', 7, true]) {
    await expectRefusal(server, update({ settings }), badField('settings', 'Settings are a JSON object.'));
  }
  const frame = '{"a":""}'.length;
  await apply({ settings: { a: 'x'.repeat(16 * 1024 - frame) } });
  const tooLarge = badField('settings', 'Settings have at most 16 KiB.');
  await expectRefusal(server, update({ settings: { a: 'x'.repeat(16 * 1024 - frame + 1) } }), tooLarge);
  await expectRefusal(server, update({ settings: { a: '€'.repeat(6_000) } }), tooLarge);
});

test('an audit event has the digest of long settings, so that changing them often stores little', async () => {
  const settings = { text: 'x'.repeat(15_000) };
  await apply({ settings });
  const json = JSON.stringify(settings);
  const events = await server.context.db.prisma.auditEvent.findMany({ where: { action: 'account.update' } });
  const to = { bytes: json.length, sha256: createHash('sha256').update(json).digest('hex') };
  expect(events.map(({ metadata }) => metadata)).toContainEqual({
    entity_id: world.acme.id,
    changes: { settings: { from: expect.anything(), to } },
  });
});

test.each([21, 400, 15_000])(
  'settings nested %i deep are refused, however they are nested',
  async (depth) => {
    const fields = { settings: 'Settings are nested 20 deep at most.' };
    for (const [open, close] of [
      ['{"a":', '}'],
      ['[', ']'],
    ] as const) {
      const nested = `{"a":${open.repeat(depth)}1${close.repeat(depth)}}`;
      const call = update({ settings: '@nested@' });
      const body = JSON.stringify({ query: call.query, variables: call.variables }).replace(
        '"@nested@"',
        nested,
      );
      const response = await server.post(body, { authorization: `Bearer ${call.token}` });
      expect(await response.json()).toMatchObject({
        errors: [{ extensions: { code: 'BAD_USER_INPUT', fields } }],
      });
    }
  },
);

test("a plan that isn't on offer is refused with the field named, and with it the whole update", async () => {
  await expectRefusal(
    server,
    update({ account_name: 'Half Done', account_plan_id: 'plan_free' }),
    badField('account_plan_id', 'There is no such plan. Choose one of listAccountPlans.'),
  );
});

test('canceling keeps everything readable, and choosing a plan, the same too, makes it active again', async () => {
  expect(await expectData(server, cancel())).toEqual({
    cancelSubscription: { success: true, account: { status: 'CANCELED' } },
  });
  const reads = `{ accountOverview { planName totalUsers } getAccount(id: "${world.acme.id}") { status }
    listUsers(accountId: "${world.acme.id}", limit: 1) { id } getAllAuditLogs(limit: 1) { action } }`;
  expect(await expectData(server, { query: reads, token: admin })).toMatchObject({
    accountOverview: { planName: 'Pro' },
    getAccount: { status: 'CANCELED' },
    getAllAuditLogs: [{ action: expect.any(String) }],
  });
  expect(await apply({ account_name: 'Renamed' })).toMatchObject({ status: 'CANCELED' });
  expect(await apply({ account_plan_id: 'plan_pro' })).toMatchObject({
    status: 'ACTIVE',
    account_plan_id: 'plan_pro',
  });
  await expectData(server, cancel());
  expect(await apply({ account_plan_id: 'plan_enterprise' })).toMatchObject({
    status: 'ACTIVE',
    plan: { plan_name: 'Enterprise', monthly_price: 499 },
  });
});

test('nothing is written without a change: the same name, plan or settings, none, a second canceling', async () => {
  const { account_name, settings } = await apply({});
  await expectData(server, cancel());
  const [account, count] = [await stored(), await audits()];
  expect(await expectData(server, cancel())).toMatchObject({ cancelSubscription: { success: true } });
  await apply({ account_name, settings });
  await apply({});
  expect([await stored(), await audits()]).toEqual([account, count]);
});
