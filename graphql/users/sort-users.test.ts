import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertUser } from '@/lib/server/users/create-user';
import { expectData } from '@/testing/expect-answer';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

interface Listed {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  role: string;
  status: string;
  createdAt: string;
}

let server: TestServer;
let world: TestWorld;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
  await server.context.db.write(async (tx) => {
    for (let i = 0; i < 12; i++) {
      const ctx = { ...server.context, now: () => new Date(TEST_NOW.getTime() + Math.floor(i / 4) * 1_000) };
      await insertUser(tx, ctx, null, world.acme.id, {
        email: `${'dbca'.charAt(i % 4)}${i}@many.example`,
        role: i % 3 === 0 ? 'ADMIN' : 'DEVELOPER',
        first_name: ['Zoë', 'émile', 'Emil', null][i % 4] ?? null,
        last_name: i % 4 === 3 ? null : 'Same',
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
    status: $status, sort: $sort, descending: $descending) {
    id email first_name last_name role status createdAt
  }
}`;
const list = async (variables: Record<string, unknown> = {}) => {
  const call = { query: LIST, variables: { accountId: world.acme.id, ...variables }, token: admin };
  return (await expectData<{ listUsers: Listed[] }>(server, call)).listUsers;
};

/** The value that each order sorts by, as a person would read it. */
const keys: Record<string, (user: Listed) => string> = {
  CREATED: ({ createdAt }) => createdAt,
  EMAIL: ({ email }) => email,
  NAME: ({ first_name, last_name, email }) =>
    ([first_name, last_name].filter(Boolean).join(' ') || email)
      .toLowerCase()
      .replace('é', 'e')
      .replace('ë', 'e'),
  ROLE: ({ role }) => role,
  STATUS: ({ status }) => status,
};
const orders = Object.keys(keys).flatMap((sort) => [
  { sort, descending: false },
  { sort, descending: true },
]);
const filters = [
  {},
  { search: 'SAME' },
  { role: 'DEVELOPER', status: 'ACTIVE' },
  { role: 'ADMIN', search: 'e' },
];

test.each(orders)('in order of $sort, descending $descending, up is down reversed', async (order) => {
  const rows = await list(order);
  const sorted = rows.map((row) => keys[order.sort]?.(row) ?? '');
  const expected = [...sorted].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  expect(sorted).toEqual(order.descending ? expected.reverse() : expected);
  expect(rows).toHaveLength(18);
  expect(await list({ ...order, descending: !order.descending })).toEqual(rows.reverse());
});

test.each(orders)(
  'in order of $sort, descending $descending, pages both ways hold every row once, whatever narrows them',
  async (order) => {
    for (const filter of filters) {
      const whole = await list({ ...order, ...filter });
      expect(whole.length).toBeGreaterThan(3);
      for (const limit of [1, 4]) {
        const down: Listed[] = [];
        for (let page = await list({ ...order, ...filter, limit }); page.length > 0; ) {
          down.push(...page);
          page = await list({ ...order, ...filter, limit, after: page.at(-1)?.id });
        }
        expect(down).toEqual(whole);
        const up: Listed[] = [];
        for (let page = whole.slice(-1); page.length > 0; ) {
          up.unshift(...page);
          page = await list({ ...order, ...filter, limit, before: page[0]?.id });
        }
        expect(up).toEqual(whole);
      }
    }
  },
);

test('without a sort the list is newest first; with one, from A to Z unless it is by creation', async () => {
  expect(await list({ sort: 'CREATED' })).toEqual(await list());
  expect(await list({ sort: 'CREATED', descending: false })).toEqual((await list()).reverse());
  expect(await list({ sort: 'NAME' })).toEqual(await list({ sort: 'NAME', descending: false }));
  expect(await list({ sort: null, descending: null })).toEqual(await list());
});

test('names are ordered as displayed: ignoring case and accents, with the address if there is no name', async () => {
  const names = (await list({ sort: 'NAME', search: 'same' })).map(({ first_name }) => first_name);
  expect(names).toEqual(['Emil', 'Emil', 'Emil', 'émile', 'émile', 'émile', 'Zoë', 'Zoë', 'Zoë']);
  const query = `mutation { updateUser(id: "${world.users.colleague.id}", updates: { first_name: "Ábel" }) { id } }`;
  await expectData(server, { query, token: admin });
  const byName = (await list({ sort: 'NAME' })).map(({ id }) => id);
  expect(byName.indexOf(world.users.colleague.id)).toBe(3);
});
