import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApiKey } from '@/lib/server/api-keys/create-api-key';
import { fillKeySortNames } from '@/lib/server/api-keys/update-api-key';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { badField, expectData, expectRefusal } from '@/testing/expect-answer';
import { onPostgres } from '@/testing/test-database';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

interface Listed {
  id: string;
  name: string | null;
  hint: string;
  user_id: string;
  createdAt: string;
  expires_at: string | null;
  last_used_at: string | null;
}

let server: TestServer;
let world: TestWorld;
let admin: string;
let developer: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
  developer = await sessionToken(server.context, world.users.developer);
  const names = ['Zebra', 'émile', 'Emil', null];
  for (let index = 0; index < 12; index += 1) {
    server.setNow(new Date(TEST_NOW.getTime() + Math.floor(index / 3) * 1000));
    const owner = index % 2 === 0 ? world.users.developer : world.users.colleague;
    const { apiKey } = await createApiKey(
      server.context,
      operatorViewer(owner),
      {},
      {
        name: names[index % 4],
        expires_at: index % 3 === 0 ? null : `2027-01-${10 + (index % 5)}`,
      },
    );
    const lastUsedAt = index % 3 === 1 ? null : new Date(TEST_NOW.getTime() + (index % 4) * 60_000);
    await server.context.db.write((tx) =>
      tx.apiKey.update({ where: { id: apiKey.id }, data: { lastUsedAt } }),
    );
  }
});
afterAll(() => server.close());

const fields = 'id name hint user_id createdAt expires_at last_used_at';
const listed = async (variables: Record<string, unknown> = {}) => {
  const query = `query ($of: ID!, $userId: ID, $status: ApiKeyStatus, $limit: Int, $after: ID, $before: ID,
    $search: String, $sort: ApiKeySort, $descending: Boolean) {
    rows: listAPIKeys(accountId: $of, userId: $userId, status: $status, limit: $limit, after: $after, before: $before,
      search: $search, sort: $sort, descending: $descending) { ${fields} }
  }`;
  const call = { query, variables: { of: world.acme.id, ...variables }, token: admin };
  return (await expectData<{ rows: Listed[] }>(server, call)).rows;
};
const mine = async (variables: Record<string, unknown> = {}, token = developer) => {
  const query = `query ($limit: Int, $after: ID, $before: ID, $search: String, $sort: ApiKeySort, $descending: Boolean) {
    rows: myApiKeys(limit: $limit, after: $after, before: $before, search: $search, sort: $sort,
      descending: $descending) { ${fields} }
  }`;
  return (await expectData<{ rows: Listed[] }>(server, { query, variables, token })).rows;
};

/** The value that each order sorts by, as a person would read it. */
const places: Record<string, (key: Listed) => number | string> = {
  CREATED: ({ createdAt }) => Number(createdAt),
  EXPIRES: ({ expires_at }) => (expires_at === null ? Number.POSITIVE_INFINITY : Number(expires_at)),
  LAST_USED: ({ last_used_at }) => Number(last_used_at ?? 0),
  NAME: ({ name }) => (name ?? 'unnamed key').toLowerCase().replace('é', 'e'),
};
const orders = Object.keys(places).flatMap((sort) => [
  { sort, descending: false },
  { sort, descending: true },
]);

describe.each(orders)('in order of $sort, descending $descending,', (order) => {
  test('both lists are in it', async () => {
    for (const rows of [await listed(order), await mine(order)]) {
      const sorted = rows.map((row) => places[order.sort]?.(row) ?? '');
      const expected = [...sorted].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(sorted).toEqual(order.descending ? expected.reverse() : expected);
    }
    expect(await listed(order)).toHaveLength(12);
  });

  test('every page continues where the last one ended, downwards and upwards', async () => {
    for (const filter of [
      {},
      { status: 'ACTIVE' },
      { search: 'emil' },
      { userId: world.users.developer.id },
    ]) {
      const ids = (await listed({ ...order, ...filter })).map(({ id }) => id);
      for (const [index, id] of ids.entries()) {
        const [below, above] = [
          await listed({ ...order, ...filter, limit: 3, after: id }),
          await listed({ ...order, ...filter, limit: 3, before: id }),
        ];
        expect(below.map((row) => row.id)).toEqual(ids.slice(index + 1, index + 4));
        expect(above.map((row) => row.id)).toEqual(ids.slice(Math.max(0, index - 3), index));
      }
    }
  });

  test.skipIf(onPostgres)('a page of the account is read from an index, without sorting', async () => {
    const [first] = await listed({ limit: 1 });
    const prepared = vi.spyOn(Sqlite.prototype, 'prepare');
    await listed({ ...order, limit: 3, after: first?.id });
    const sql = prepared.mock.calls.map(([text]) => text).find((text) => text.includes('ORDER BY')) ?? '';
    prepared.mockRestore();
    const values = Array<string>(sql.match(/\?/g)?.length ?? 0).fill('1');
    const plan = await server.context.db.prisma.$queryRawUnsafe<{ detail: string }[]>(
      `EXPLAIN QUERY PLAN ${sql}`,
      ...values,
    );
    const details = plan.map(({ detail }) => detail).join('; ');
    expect(details).toMatch(/SEARCH ApiKey USING (COVERING )?INDEX ApiKey_accountId_/);
    expect(details).not.toContain('TEMP B-TREE');
  });
});

test('omitted, keys come newest first, the last used first, the soonest to expire first, and by name', async () => {
  const ids = async (variables: object) => (await listed({ ...variables })).map(({ id }) => id);
  expect(await ids({})).toEqual(await ids({ sort: 'CREATED', descending: true }));
  expect(await ids({ sort: 'LAST_USED' })).toEqual(await ids({ sort: 'LAST_USED', descending: true }));
  expect(await ids({ sort: 'EXPIRES' })).toEqual(await ids({ sort: 'EXPIRES', descending: false }));
  expect(await ids({ sort: 'NAME' })).toEqual(await ids({ sort: 'NAME', descending: false }));
});

test('a search finds names whatever their case and accents, hints, and in the account owners', async () => {
  const names = (rows: Listed[]) => [...new Set(rows.map(({ name }) => name))].sort();
  expect(names(await listed({ search: 'EMIL' }))).toEqual(['Emil', 'émile']);
  expect(names(await listed({ search: 'ÉMILE' }))).toEqual(['émile']);
  expect(names(await listed({ search: 'unnamed' }))).toEqual([null]);
  const [key] = await listed({ limit: 1 });
  expect(await listed({ search: key?.hint })).toEqual([key]);
  expect(await listed({ search: `sy_live_${'x'.repeat(39)}${key?.hint.slice(-4)}` })).toEqual([key]);
  expect((await listed({ search: key?.hint.slice(-4).toUpperCase() })).map(({ id }) => id)).toContain(
    key?.id,
  );
  const { email } = world.users.colleague;
  const theirs = await listed({ search: email });
  expect(theirs).toEqual(await listed({ userId: world.users.colleague.id }));
  expect(theirs).toHaveLength(6);
  for (const search of ['%', 'sy_live', '\u0301']) expect(await listed({ search })).toEqual([]);
});

test("a search of one's own keys finds none by their owner, and none of a colleague's", async () => {
  expect(await mine({ search: world.users.developer.email })).toEqual([]);
  const found = await mine({ search: 'emil' });
  expect(found.length).toBeGreaterThan(0);
  expect(new Set(found.map(({ user_id }) => user_id))).toEqual(new Set([world.users.developer.id]));
  await expectRefusal(
    server,
    { query: `{ myApiKeys(search: "${'w'.repeat(201)}") { id } }`, token: developer },
    badField('search', 'A search has at most 200 characters.'),
  );
});

test("a search of the account finds no other account's owners", async () => {
  const strangers = await createApiKey(server.context, operatorViewer(world.strangers.developer), {}, {});
  expect(await listed({ search: world.strangers.developer.email })).toEqual([]);
  expect((await listed({})).map(({ id }) => id)).not.toContain(strangers.apiKey.id);
});

test('keys from before the column are found and ordered once the server has started', async () => {
  const [key] = await listed({ search: 'zebra', limit: 1 });
  const id = key?.id ?? '';
  await server.context.db.write((tx) => tx.apiKey.update({ where: { id }, data: { sortName: '' } }));
  expect((await listed({ search: 'zebra' })).map((row) => row.id)).not.toContain(id);
  await fillKeySortNames(server.context);
  await fillKeySortNames(server.context);
  expect((await listed({ search: 'zebra' })).map((row) => row.id)).toContain(id);
});
