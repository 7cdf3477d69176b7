import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectData, expectRefusal } from '@/testing/expect-answer';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
beforeEach(async () => {
  await setSecondAdmin({ role: 'ADMIN', status: 'ACTIVE', scopeAdmin: true, scopeWrite: true });
  // Of two who disable each other, either may have been signed out by the test before.
  admin = await sessionToken(server.context, world.users.admin);
});
afterAll(() => server.close());

const setSecondAdmin = (data: {
  role?: 'ADMIN' | 'DEVELOPER';
  status?: 'ACTIVE' | 'DISABLED';
  scopeAdmin?: boolean;
  scopeWrite?: boolean;
}) => server.context.db.write((tx) => tx.user.update({ where: { id: world.users.secondAdmin.id }, data }));
const demote = (id: string, token = admin) => ({
  query: `mutation { updateUser(id: "${id}", updates: { role: DEVELOPER }) { role } }`,
  token,
});
const disable = (id: string, token = admin) => ({
  query: `mutation { disableUser(id: "${id}") { status } }`,
  token,
});
const lastAdmin = (action: string) => ({
  code: 'CONFLICT' as const,
  message: `The last active admin of an account can't ${action}. Make another user an admin first.`,
});
const activeAdmins = () =>
  server.context.db.prisma.user.count({
    where: { accountId: world.acme.id, role: 'ADMIN', status: 'ACTIVE' },
  });

test.each([
  ['a developer', { role: 'DEVELOPER' }],
  ['disabled', { status: 'DISABLED' }],
  ['unable to write', { scopeWrite: false }],
] as const)(
  'with the other admin %s, the last one can be neither disabled nor demoted',
  async (_state, data) => {
    await setSecondAdmin(data);
    await expectRefusal(server, demote(world.users.admin.id), lastAdmin('be made a developer'));
    await expectRefusal(server, disable(world.users.admin.id), lastAdmin('be disabled'));
    expect(await expectData(server, { query: '{ me { id } }', token: admin })).toEqual({
      me: { id: world.users.admin.id },
    });
  },
);

test('the last admin who can read and write keeps both', async () => {
  await setSecondAdmin({ status: 'DISABLED' });
  const narrow = `mutation { updateUser(id: "${world.users.admin.id}", updates: { scopes: { read: true } }) { id } }`;
  await expectRefusal(server, { query: narrow, token: admin }, lastAdmin('lose read or write'));
});

test("another account's admins don't count", async () => {
  const stranger = await sessionToken(server.context, world.strangers.admin);
  await expectRefusal(server, disable(world.strangers.admin.id, stranger), lastAdmin('be disabled'));
});

test('with another active admin about, one may be disabled or demoted, oneself too', async () => {
  const second = await sessionToken(server.context, world.users.secondAdmin);
  expect(await expectData(server, demote(world.users.secondAdmin.id, second))).toEqual({
    updateUser: { role: 'DEVELOPER' },
  });
  await setSecondAdmin({ role: 'ADMIN', scopeAdmin: true });
  await expectData(server, disable(world.users.secondAdmin.id));
  await expectRefusal(
    server,
    { query: '{ myApiKeys { id } }', token: second },
    { code: 'UNAUTHENTICATED', message: 'Sign in first.' },
  );
});

test('a disabled admin may be demoted even though only one active admin is left', async () => {
  await setSecondAdmin({ status: 'DISABLED' });
  await expectData(server, demote(world.users.secondAdmin.id));
  expect(await activeAdmins()).toBe(1);
});

test.each([
  ['demoting', demote, demote],
  ['disabling', disable, disable],
  ['demoting and disabling', demote, disable],
])('of two admins %s each other at the same moment exactly one succeeds', async (_deed, first, other) => {
  const [one, two] = [world.users.admin, world.users.secondAdmin];
  const responses = await Promise.all([
    server.call(first(two.id, await sessionToken(server.context, one))),
    server.call(other(one.id, await sessionToken(server.context, two))),
  ]);
  const codes = responses.map(({ errors }) => errors[0]?.extensions.code ?? 'OK');
  expect(codes.filter((code) => code === 'OK')).toHaveLength(1);
  expect(await activeAdmins()).toBe(1);
  await server.context.db.write((tx) =>
    tx.user.updateMany({
      where: { id: { in: [one.id, two.id] } },
      data: { role: 'ADMIN', status: 'ACTIVE', scopeAdmin: true },
    }),
  );
});

test('disabling twice, or enabling an active user, succeeds and writes nothing more', async () => {
  const { id } = world.users.colleague;
  const enable = { query: `mutation { enableUser(id: "${id}") { status } }`, token: admin };
  const count = () => server.context.db.prisma.auditEvent.count();
  const before = await count();
  await expectData(server, enable);
  await expectData(server, disable(id));
  expect(await expectData(server, disable(id))).toEqual({ disableUser: { status: 'DISABLED' } });
  await expectData(server, enable);
  expect(await count()).toBe(before + 2);
});
