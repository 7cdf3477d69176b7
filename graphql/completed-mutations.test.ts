import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  token = await sessionToken(server.context, world.users.admin);
});
afterAll(() => server.close());

const post = async (query: string) => {
  const response = await server.post(JSON.stringify({ query }), { authorization: `Bearer ${token}` });
  return { status: response.status, ...(await response.json()) };
};
const keys = async () =>
  (await server.context.db.prisma.apiKey.findMany({ orderBy: { createdAt: 'asc' } })).map(({ name }) => name);

test("results before a failed mutation are in the response, once-shown secrets too; later mutations aren't tried", async () => {
  const { status, data, errors, extensions } = await post(`mutation {
    __typename
    first: createAPIKey(name: "One") { rawKey apiKey { name } }
    ...Gone
    last: createAPIKey(name: "Three") { rawKey }
  }
  fragment Gone on Mutation { deleteAPIKey(id: "key_none") }`);
  expect({ status, data }).toEqual({ status: 200, data: null });
  expect(errors).toMatchObject([{ path: ['deleteAPIKey'], extensions: { code: 'NOT_FOUND' } }]);
  expect(extensions).toEqual({
    done: { first: { rawKey: expect.stringMatching(/^sy_live_/), apiKey: { name: 'One' } } },
  });
  expect(await keys()).toEqual(['One']);
});

test('a mutation alone that fails, and several that succeed, return what they always do', async () => {
  const failed = await post('mutation { deleteAPIKey(id: "key_none") }');
  expect(failed).toMatchObject({ data: null, errors: [{}] });
  expect(failed).not.toHaveProperty('extensions');
  const { me } = (await server.call<{ me: { id: string } }>({ query: '{ me { id } }', token })).data ?? {};
  expect(await post('mutation { a: updateMyProfile { id } b: updateMyProfile { id } }')).toEqual({
    status: 200,
    data: { a: me, b: me },
  });
});

test("a database that can't be written any more returns 503, and still returns what it wrote before", async () => {
  // Room for small rows, not for a large one: what SQLite says of a full disk.
  await server.context.db.write((tx) => tx.$queryRaw`PRAGMA max_page_count = 1`);
  const settings = `{ text: "${'x'.repeat(15_000)}" }`;
  const { status, data, errors, extensions } = await post(`mutation {
    updateMyProfile(first_name: "Ada") { id }
    updateAccount(id: "${world.acme.id}", updates: { settings: ${settings} }) { id }
  }`);
  expect({ status, data }).toEqual({ status: 503, data: null });
  expect(errors).toMatchObject([
    {
      message: expect.stringContaining("This change wasn't made"),
      path: ['updateAccount'],
      extensions: { code: 'INTERNAL' },
    },
  ]);
  expect(extensions).toEqual({ done: { updateMyProfile: { id: world.users.admin.id } } });
});
