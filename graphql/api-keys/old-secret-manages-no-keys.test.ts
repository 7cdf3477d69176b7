import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectData, expectRefusal } from '@/testing/expect-answer';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

const refusal = {
  code: 'FORBIDDEN',
  message: "This secret is being replaced: use the key's new one to manage keys.",
} as const;

let server: TestServer;
let world: TestWorld;
let owner: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  owner = await sessionToken(server.context, world.users.developer);
});
afterAll(() => server.close());

const newKey = () => keyOf(server.context, world.users.developer, ['read', 'write']);

/** A key whose old secret works for another hour, and has been used. */
async function rotatedKey() {
  const { apiKey, rawKey: old } = await newKey();
  await expectData(server, { query: '{ me { id } }', token: old });
  const query = `mutation { rotateAPIKey(id: "${apiKey.id}", grace: 3600) { rawKey } }`;
  type Result = { rotateAPIKey: { rawKey: string } };
  const { rotateAPIKey } = await expectData<Result>(server, { query, token: owner });
  return { id: apiKey.id, old, rawKey: rotateAPIKey.rawKey };
}

const changes: [string, (id: string) => string][] = [
  ['rotateAPIKey', (id) => `rotateAPIKey(id: "${id}", grace: 604800) { rawKey }`],
  ['endPreviousSecret', (id) => `endPreviousSecret(id: "${id}") { id }`],
  ['revokeAPIKey', (id) => `revokeAPIKey(id: "${id}") { id }`],
  ['deleteAPIKey', (id) => `deleteAPIKey(id: "${id}")`],
];

test.each(changes)(
  '%s refuses an old secret, for its own key and any other, and takes the new one',
  async (_name, change) => {
    const { id, old, rawKey } = await rotatedKey();
    const other = (await newKey()).apiKey.id;
    for (const target of [id, other])
      await expectRefusal(server, { query: `mutation { ${change(target)} }`, token: old }, refusal);
    await expectData(server, { query: `mutation { ${change(id)} }`, token: rawKey });
  },
);

test('other calls work with an old secret', async () => {
  const { old } = await rotatedKey();
  await expectData(server, { query: 'mutation { updateMyProfile(first_name: "Di") { id } }', token: old });
});

test('a call that rotates its own key with an overlap manages no keys after that; without one it does nothing', async () => {
  for (const [grace, code] of [
    [3600, 'FORBIDDEN'],
    [0, 'UNAUTHENTICATED'],
  ] as const) {
    const { apiKey, rawKey } = await newKey();
    const { data, errors } = await server.call({
      query: `mutation { a: rotateAPIKey(id: "${apiKey.id}", grace: ${grace}) { rawKey } b: revokeAPIKey(id: "${apiKey.id}") { id } }`,
      token: rawKey,
    });
    expect(data).toBeNull();
    expect(errors.map(({ path, extensions }) => [path, extensions.code])).toEqual([[['b'], code]]);
  }
});
