import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectData } from '@/testing/expect-answer';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';
import { fillSortNames, sortName } from './user-names';

let server: TestServer;
let world: TestWorld;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
});
afterAll(() => server.close());

const found = async (search: string) => {
  const query =
    'query ($of: ID!, $search: String) { rows: listUsers(accountId: $of, search: $search) { email } }';
  const variables = { of: world.acme.id, search };
  const { rows } = await expectData<{ rows: { email: string }[] }>(server, {
    query,
    variables,
    token: admin,
  });
  return rows.map(({ email }) => email);
};

test('people from before the column are found and ordered by their accented names once the server has started', async () => {
  const { id } = world.users.colleague;
  // As a row looks after migration 0002: written without the column.
  await server.context.db.write(async (tx) => {
    await tx.$executeRaw`
      INSERT INTO "User" ("id", "accountId", "email", "passwordHash", "role", "status", "firstName", "lastName",
        "scopeRead", "scopeWrite", "scopeAdmin", "createdAt", "updatedAt")
      SELECT 'usr_old', "accountId", 'old@acme.example', "passwordHash", "role", "status", 'José', 'Élan',
        "scopeRead", "scopeWrite", "scopeAdmin", "createdAt", "updatedAt" FROM "User" WHERE "id" = ${id}`;
  });
  const before = await server.context.db.prisma.user.findUniqueOrThrow({ where: { id } });
  await fillSortNames(server.context);
  await fillSortNames(server.context);
  for (const search of ['José', 'jose', 'Élan', 'ELAN'])
    expect(await found(search)).toEqual(['old@acme.example']);
  expect(await server.context.db.prisma.user.findUniqueOrThrow({ where: { id } })).toEqual(before);
});

test('a person is ordered by the displayed name: the first and last name, or the address if both are missing', () => {
  const email = 'zoe@acme.example';
  expect(sortName({ email, firstName: 'Zoë', lastName: 'ÅNGSTRÖM' })).toBe('zoe angstrom');
  expect(sortName({ email, firstName: null, lastName: 'Ada' })).toBe('ada');
  expect(sortName({ email, firstName: null, lastName: null })).toBe(email);
});
