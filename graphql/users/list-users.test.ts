import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertUser } from '@/lib/server/users/create-user';
import { badField, expectData, expectRefusal } from '@/testing/expect-answer';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

interface Listed {
  id: string;
  email: string;
}

let server: TestServer;
let world: TestWorld;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
  await server.context.db.write(async (tx) => {
    for (let i = 0; i < 20; i++) {
      const ctx = { ...server.context, now: () => new Date(TEST_NOW.getTime() + Math.floor(i / 8) * 1_000) };
      await insertUser(tx, ctx, null, world.acme.id, {
        email: i === 3 ? 'under_score@many.example' : `user${i}@many.example`,
        role: 'DEVELOPER',
        first_name: i === 5 ? '100% Sure' : null,
        last_name: i === 7 ? 'Back\\slash' : "O'Neil",
        scopes: { read: true, write: true, admin: false },
        passwordHash: 'none',
      });
    }
  });
});
afterAll(() => server.close());

const LIST = `query ($accountId: ID!, $limit: Int, $after: ID, $before: ID, $search: String, $role: Role,
  $status: UserStatus, $sort: UserSort, $descending: Boolean) {
  listUsers(accountId: $accountId, limit: $limit, after: $after, before: $before, search: $search, role: $role,
    status: $status, sort: $sort, descending: $descending) { id email }
}`;
const call = (variables: Record<string, unknown>) => ({
  query: LIST,
  variables: { accountId: world.acme.id, ...variables },
  token: admin,
});
const list = async (variables: Record<string, unknown> = {}) =>
  (await expectData<{ listUsers: Listed[] }>(server, call(variables))).listUsers;
const emails = async (variables: Record<string, unknown>) =>
  (await list(variables)).map(({ email }) => email);

async function pages(direction: 'after' | 'before', limit: number, filters = {}): Promise<Listed[][]> {
  const all: Listed[][] = [];
  let cursor = direction === 'before' ? (await list(filters)).at(-1)?.id : undefined;
  for (;;) {
    const rows = await list({ ...filters, limit, ...(cursor && { [direction]: cursor }) });
    if (rows.length === 0) return all;
    all.push(rows);
    cursor = (direction === 'after' ? rows.at(-1) : rows[0])?.id;
  }
}

test('the list is newest first, ends with its account and is whole if no limit is given', async () => {
  const rows = await list();
  const stored = await server.context.db.prisma.user.findMany({
    where: { accountId: world.acme.id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  expect(rows.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
  expect(rows).toHaveLength(26);
});

test.each([{}, { search: 'MANY.example' }, { role: 'DEVELOPER', status: 'ACTIVE' }])(
  'pages of any size, in both directions, hold every row once though many share a moment: %j',
  async (filters) => {
    const whole = await list(filters);
    for (const limit of [1, 3, 8, 100]) {
      expect((await pages('after', limit, filters)).flat()).toEqual(whole);
      expect((await pages('before', limit, filters)).reverse().flat()).toEqual(whole.slice(0, -1));
    }
  },
);

test('a page continues from a row that the filter has since come to exclude, losing none', async () => {
  const whole = await list();
  const { id } = whole[10] as Listed;
  await server.context.db.write((tx) => tx.user.update({ where: { id }, data: { status: 'DISABLED' } }));
  const active = (rows: Listed[]) => rows.filter((row) => row.email !== 'disabled@acme.example');
  for (const filters of [{ status: 'ACTIVE' }, { status: 'ACTIVE', search: 'example' }]) {
    expect(await list({ ...filters, after: id })).toEqual(active(whole.slice(11)));
    expect(await list({ ...filters, before: id, limit: 2 })).toEqual(active(whole.slice(8, 10)));
  }
  await server.context.db.write((tx) => tx.user.update({ where: { id }, data: { status: 'ACTIVE' } }));
});

test('search finds part of an address or name in either case, and takes % _ \\ and quotes literally', async () => {
  expect(await emails({ search: ' DEV@acme ' })).toEqual(['dev@acme.example']);
  expect(await emails({ search: 'elop' })).toEqual(['dev@acme.example']);
  expect(await emails({ search: 'DEE vel' })).toEqual(['dev@acme.example']);
  expect(await emails({ search: 'dÉe' })).toEqual(['dev@acme.example']);
  expect(await emails({ search: '_' })).toEqual(['under_score@many.example']);
  expect(await emails({ search: '%' })).toEqual(['user5@many.example']);
  expect(await emails({ search: '\\' })).toEqual(['user7@many.example']);
  expect(await emails({ search: "o'neil" })).toHaveLength(19);
  expect(await emails({ search: 'globex' })).toEqual([]);
  expect(await emails({ search: "' OR 1=1 --" })).toEqual([]);
  expect(await emails({ search: '   ' })).toHaveLength(26);
});

test('filters narrow by role and status, and combine with search', async () => {
  expect((await emails({ role: 'ADMIN' })).sort()).toEqual(['admin@acme.example', 'second@acme.example']);
  expect(await emails({ status: 'DISABLED' })).toEqual(['disabled@acme.example']);
  expect(await emails({ role: 'ADMIN', search: 'second' })).toEqual(['second@acme.example']);
  expect(await emails({ status: 'DISABLED', search: 'dev' })).toEqual([]);
});

test('users who have never signed in differ from users who have', async () => {
  const lists = async (signed_in: boolean | null) => {
    const query = `query ($of: ID!, $signed_in: Boolean) {
      listUsers(accountId: $of, role: ADMIN, signed_in: $signed_in) { email last_sign_in_at last_active_at }
    }`;
    const variables = { of: world.acme.id, signed_in };
    return (await expectData<{ listUsers: object[] }>(server, { query, variables, token: admin })).listUsers;
  };
  const { id } = world.users.admin;
  const data = { lastSignInAt: TEST_NOW, lastActiveAt: new Date(TEST_NOW.getTime() + 1) };
  await server.context.db.write((tx) => tx.user.update({ where: { id }, data }));
  const at = TEST_NOW.getTime();
  const signedIn = {
    email: 'admin@acme.example',
    last_sign_in_at: String(at),
    last_active_at: String(at + 1),
  };
  const pending = { email: 'second@acme.example', last_sign_in_at: null, last_active_at: null };
  expect(await lists(true)).toEqual([signedIn]);
  expect(await lists(false)).toEqual([pending]);
  expect(await lists(null)).toHaveLength(2);
});

test("a cursor of another account's is refused exactly like a missing one", async () => {
  for (const cursor of ['after', 'before']) {
    const refusal = badField(cursor, "The cursor isn't in this list. Send the id of a row that is.");
    for (const id of [world.strangers.admin.id, 'usr_nonexistent']) {
      await expectRefusal(server, call({ [cursor]: id }), refusal);
      await expectRefusal(server, call({ [cursor]: id, search: 'a' }), refusal);
    }
  }
});

test('a limit is 1 to 1,000, and a list has one cursor at a time', async () => {
  for (const limit of [0, -1, 1_001]) {
    await expectRefusal(server, call({ limit }), badField('limit', 'A limit is from 1 to 1000.'));
  }
  const { id } = world.users.admin;
  await expectRefusal(
    server,
    call({ after: id, before: id }),
    badField('before', 'Send after or before, not both.'),
  );
});
