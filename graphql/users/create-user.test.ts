import { afterAll, beforeAll, expect, test } from 'vitest';
import { badField, expectData, expectRefusal, needsSession } from '@/testing/expect-answer';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let admin: string;
let stranger: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
  stranger = await sessionToken(server.context, world.strangers.admin);
});
afterAll(() => server.close());

const CREATE = `mutation ($accountId: ID!, $email: String!, $role: Role, $scopes: ScopesInput, $first_name: String) {
  createUser(accountId: $accountId, email: $email, password: "temp-pw1", role: $role, scopes: $scopes,
    first_name: $first_name) {
    id email role status first_name last_name account_id createdAt scopes { read write admin }
  }
}`;
const create = (email: string, more: Record<string, unknown> = {}, token = admin) => ({
  query: CREATE,
  variables: { accountId: token === admin ? world.acme.id : world.globex.id, email, ...more },
  token,
});
const taken = { code: 'CONFLICT', message: 'A user with this email already exists.' } as const;

test('with an address and a password alone, a user is an active DEVELOPER with read and write', async () => {
  const { createUser } = await expectData<{ createUser: { id: string } }>(
    server,
    create(' New@Acme.Example '),
  );
  expect(createUser).toEqual({
    id: expect.stringMatching(/^usr_[0-9a-z]{20}$/),
    email: 'new@acme.example',
    role: 'DEVELOPER',
    status: 'ACTIVE',
    first_name: null,
    last_name: null,
    account_id: world.acme.id,
    createdAt: String(server.context.now().getTime()),
    scopes: { read: true, write: true, admin: false },
  });
  const row = await server.context.db.prisma.user.findUniqueOrThrow({ where: { id: createUser.id } });
  expect(row).toMatchObject({ email: 'new@acme.example', accountId: world.acme.id, status: 'ACTIVE' });
});

test.each([
  ['none named', undefined, { read: true, write: true, admin: true }],
  ['an empty object', {}, { read: false, write: false, admin: true }],
  ['admin refused', { read: true, admin: false }, { read: true, write: false, admin: true }],
])('a new ADMIN carries the admin scope: scopes %s', async (_case, scopes, expected) => {
  const call = create(`${_case.replaceAll(' ', '-')}@acme.example`, { role: 'ADMIN', scopes });
  expect(await expectData(server, call)).toMatchObject({ createUser: { role: 'ADMIN', scopes: expected } });
});

test('an address is taken whatever its case, in every account, also by a disabled user', async () => {
  for (const token of [admin, stranger]) {
    for (const email of ['dev@acme.example', 'DEV@ACME.EXAMPLE', ' Disabled@Acme.example ']) {
      await expectRefusal(server, create(email, {}, token), taken);
    }
  }
});

test('of two people adding one address at the same moment, in different accounts, just one succeeds', async () => {
  const responses = await Promise.all([
    server.call(create('race@both.example')),
    server.call(create('Race@Both.example', {}, stranger)),
  ]);
  const codes = responses.map(({ errors }) => errors[0]?.extensions.code ?? 'OK');
  expect(codes.sort()).toEqual(['CONFLICT', 'OK']);
  expect(await server.context.db.prisma.user.count({ where: { email: 'race@both.example' } })).toBe(1);
});

test('a faulty address is refused with the field named', async () => {
  const invalid = badField('email', 'Enter a valid email address.');
  for (const email of [
    '',
    'nobody',
    'a@b',
    'a b@example.test',
    '@example.test',
    'a@example.test\nbcc: b@c.test',
  ])
    await expectRefusal(server, create(email), invalid);
  await expectRefusal(
    server,
    create(`${'a'.repeat(250)}@example.test`),
    badField('email', 'An email address has at most 254 characters.'),
  );
});

test('a name is trimmed, an empty one is none, and 120 characters on one line are its bound', async () => {
  const named = (email: string, first_name: string) => create(email, { first_name });
  expect(await expectData(server, named('n1@acme.example', '  Zoë  '))).toMatchObject({
    createUser: { first_name: 'Zoë' },
  });
  expect(await expectData(server, named('n2@acme.example', '   '))).toMatchObject({
    createUser: { first_name: null },
  });
  await expectData(server, named('n3@acme.example', 'x'.repeat(120)));
  await expectRefusal(
    server,
    named('n4@acme.example', 'x'.repeat(121)),
    badField('first_name', 'A name has at most 120 characters.'),
  );
  await expectRefusal(
    server,
    named('n4@acme.example', 'a\nb'),
    badField('first_name', "A name can't contain line breaks or control characters."),
  );
});

test('nobody is added to another account, whose id looks missing', async () => {
  const missing = { code: 'NOT_FOUND', message: 'Account not found.' } as const;
  await expectRefusal(server, create('spy@acme.example', { accountId: world.globex.id }), missing);
  await expectRefusal(server, create('spy@acme.example', { accountId: 'acc_nonexistent' }), missing);
});

test('all faults of one call are named at once', async () => {
  const { errors } = await server.call(create('nobody', { first_name: 'a\tb' }));
  expect(errors[0]?.extensions.fields).toEqual({
    email: 'Enter a valid email address.',
    first_name: "A name can't contain line breaks or control characters.",
  });
});

test('a key gets the advice to sign in only if its owner could do it signed in', async () => {
  const { admin, developer } = world.users;
  const key = await keyOf(server.context, admin, ['write', 'admin']);
  await expectRefusal(server, create('by-key@acme.example', {}, key.rawKey), needsSession);
  const other = await keyOf(server.context, developer, ['read', 'write']);
  await expectRefusal(server, create('by-key@acme.example', {}, other.rawKey), {
    code: 'FORBIDDEN',
    message: "You don't have permission to do this.",
  });
});
