import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectData, expectRefusal } from '@/testing/expect-answer';
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

const UPDATE = `mutation ($id: ID!, $updates: UserUpdates!) {
  updateUser(id: $id, updates: $updates) { email role first_name last_name scopes { read write admin } }
}`;
const update = (id: string, updates: Record<string, unknown>) => ({
  query: UPDATE,
  variables: { id, updates },
  token: admin,
});
const apply = async (id: string, updates: Record<string, unknown>) =>
  (await expectData<{ updateUser: Record<string, unknown> }>(server, update(id, updates))).updateUser;
const audits = () => server.context.db.prisma.auditEvent.count();

test('an update changes what it names and leaves everything else', async () => {
  const { id } = world.users.developer;
  const before = await server.context.db.prisma.user.findUniqueOrThrow({ where: { id } });
  expect(await apply(id, { last_name: '  Loper ' })).toEqual({
    email: 'dev@acme.example',
    role: 'DEVELOPER',
    first_name: 'Dee',
    last_name: 'Loper',
    scopes: { read: true, write: true, admin: false },
  });
  const after = await server.context.db.prisma.user.findUniqueOrThrow({ where: { id } });
  expect(after).toEqual({ ...before, lastName: 'Loper', sortName: 'dee loper' });
});

test('a name of null, or of spaces, is cleared; email, role and scopes of null stay', async () => {
  const { id } = world.users.developer;
  await apply(id, { first_name: 'Dee', last_name: 'Loper' });
  expect(
    await apply(id, { first_name: null, last_name: '  ', email: null, role: null, scopes: null }),
  ).toEqual({
    email: 'dev@acme.example',
    role: 'DEVELOPER',
    first_name: null,
    last_name: null,
    scopes: { read: true, write: true, admin: false },
  });
});

test('an update that changes nothing writes nothing, not even an audit event or a time', async () => {
  const { id, email } = world.users.colleague;
  const before = await server.context.db.prisma.user.findUniqueOrThrow({ where: { id } });
  const count = await audits();
  await apply(id, {});
  await apply(id, { email: ` ${email.toUpperCase()} `, role: 'DEVELOPER', first_name: '' });
  await apply(id, { scopes: { read: true, write: true } });
  expect(await audits()).toBe(count);
  expect(await server.context.db.prisma.user.findUniqueOrThrow({ where: { id } })).toEqual(before);
});

test('becoming an admin brings the admin scope, staying one keeps it, and demotion takes it', async () => {
  const { id } = world.users.colleague;
  const scopesAfter = async (updates: Record<string, unknown>) => (await apply(id, updates)).scopes;
  expect(await scopesAfter({ role: 'ADMIN' })).toEqual({ read: true, write: true, admin: true });
  expect(await scopesAfter({ scopes: { read: true, write: true, admin: false } })).toMatchObject({
    admin: true,
  });
  expect(await scopesAfter({ role: 'ADMIN', scopes: { read: true } })).toEqual({
    read: true,
    write: false,
    admin: true,
  });
  expect(await scopesAfter({ role: 'DEVELOPER' })).toEqual({ read: true, write: false, admin: false });
});

test('an address of another user, in any case and account, is refused', async () => {
  const taken = { code: 'CONFLICT', message: 'A user with this email already exists.' } as const;
  for (const email of ['ADMIN@globex.example', 'Reader@acme.example']) {
    await expectRefusal(server, update(world.users.developer.id, { email, first_name: 'Changed' }), taken);
  }
  const token = await sessionToken(server.context, world.users.developer);
  const query = 'mutation { updateMyProfile(email: "ADMIN@globex.example") { id } }';
  await expectRefusal(server, { query, token }, taken);
});

test("another account's user looks missing in every operation", async () => {
  const missing = { code: 'NOT_FOUND', message: 'User not found.' } as const;
  for (const id of [world.strangers.developer.id, 'usr_nonexistent']) {
    await expectRefusal(server, update(id, { first_name: 'Mine' }), missing);
    for (const action of ['disableUser', 'enableUser']) {
      await expectRefusal(
        server,
        { query: `mutation { ${action}(id: "${id}") { id } }`, token: admin },
        missing,
      );
    }
  }
});

test('the profile changes the caller alone and never role or scopes', async () => {
  const token = await sessionToken(server.context, world.users.secondAdmin);
  const query = `mutation { updateMyProfile(email: "Second.New@acme.example", first_name: " Sec ") {
    id email first_name last_name role scopes { read write admin }
  } }`;
  expect(await expectData(server, { query, token })).toEqual({
    updateMyProfile: {
      id: world.users.secondAdmin.id,
      email: 'second.new@acme.example',
      first_name: 'Sec',
      last_name: null,
      role: 'ADMIN',
      scopes: { read: true, write: true, admin: true },
    },
  });
  const count = await audits();
  await expectData(server, { query, token });
  await expectData(server, { query: 'mutation { updateMyProfile { id } }', token });
  expect(await audits()).toBe(count);
});
