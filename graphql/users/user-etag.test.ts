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

const read = async (id: string) => {
  const query = `{ getUser(id: "${id}") { id email etag } }`;
  return (await expectData<{ getUser: { etag: string } }>(server, { query, token: admin })).getUser;
};
const update = (id: string, updates: Record<string, unknown>, etag: string | null) => ({
  query: `mutation ($id: ID!, $updates: UserUpdates!, $etag: String) {
    updateUser(id: $id, updates: $updates, etag: $etag) { etag }
  }`,
  variables: { id, updates, etag },
  token: admin,
});
const changed = {
  code: 'CONFLICT',
  message: "This user has changed since you read it. Your change wasn't saved. Review the latest version.",
} as const;

test('one user is read by its id', async () => {
  expect(await read(world.users.developer.id)).toEqual({
    id: world.users.developer.id,
    email: 'dev@acme.example',
    etag: expect.stringMatching(/^[\w-]{22}$/),
  });
});

test.each([
  ['the email address', { email: 'other@acme.example' }],
  ['the first name', { first_name: 'Other' }],
  ['the last name', { last_name: 'Other' }],
  ['the scopes', { scopes: { read: true } }],
  ['the role', { role: 'ADMIN' }],
])("an admin who hasn't seen that %s changed overwrites nothing", async (_field, updates) => {
  const { id } = world.users.developer;
  const { etag } = await read(id);
  const { updateUser } = await expectData<{ updateUser: { etag: string } }>(
    server,
    update(id, updates, etag),
  );
  expect(updateUser.etag).not.toBe(etag);
  await expectRefusal(server, update(id, { first_name: 'Mine' }, etag), changed);
  expect(await read(id)).toMatchObject({ etag: updateUser.etag });
  await expectData(server, update(id, { first_name: 'Seen', role: 'DEVELOPER' }, updateUser.etag));
});

test("the status counts too, signing in and using a key don't, and without a tag nothing is checked", async () => {
  const { id } = world.users.colleague;
  const { etag } = await read(id);
  await sessionToken(server.context, world.users.colleague);
  expect((await read(id)).etag).toBe(etag);
  await expectData(server, { query: `mutation { disableUser(id: "${id}") { id } }`, token: admin });
  await expectRefusal(server, update(id, { first_name: 'Mine' }, etag), changed);
  await expectData(server, update(id, { first_name: 'Mine' }, null));
});

test('of two saves of the same state, one gets CONFLICT', async () => {
  const { id } = world.users.readOnly;
  const { etag } = await read(id);
  const responses = await Promise.all([
    server.call(update(id, { first_name: 'One' }, etag)),
    server.call(update(id, { last_name: 'Two' }, etag)),
  ]);
  const codes = responses.map(({ errors }) => errors[0]?.extensions.code ?? 'OK');
  expect(codes.sort()).toEqual(['CONFLICT', 'OK']);
});
