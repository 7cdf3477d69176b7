import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RequestNotes, requestNotes } from '@/lib/server/runtime/runtime';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  token = await sessionToken(server.context, world.users.developer);
});
afterAll(() => server.close());

async function notesOf(query: string, variables?: Record<string, unknown>) {
  const notes: RequestNotes = { fields: [] };
  await requestNotes.run(notes, () => server.call({ query, variables, token }));
  return notes;
}

test('a caller is noted by id, and by nothing else of the person', async () => {
  const { acme, users } = world;
  expect(await notesOf('{ me { email } }')).toEqual({
    fields: [{ field: 'me', code: 'OK', seconds: expect.any(Number) }],
    accountId: acme.id,
    userId: users.developer.id,
  });
});

test('root fields go by their names in the schema, through aliases and fragments, once each', async () => {
  const { fields } = await notesOf(`
    query mySecretName { alias: me { id } ...more ... { plans: listAccountPlans { id } } }
    fragment more on Query { myApiKeys { id } ...again }
    fragment again on Query { myApiKeys { id } }
  `);
  expect(fields).toMatchObject(
    ['me', 'myApiKeys', 'listAccountPlans'].map((field) => ({ field, code: 'OK' })),
  );
});

test('a refused field has its code next to a successful one', async () => {
  const { fields } = await notesOf('{ mine: me { id } all: getAllAuditLogs { id } }');
  expect(fields).toMatchObject([
    { field: 'me', code: 'OK' },
    { field: 'getAllAuditLogs', code: 'FORBIDDEN' },
  ]);
});

test.each([
  '{',
  '{ me { pasword } }',
  '{ nothingOfTheKind }',
  'query ($id: ID!) { getAccount(id: $id) { id } }',
])("%s calls no field, and what the client wrote isn't noted", async (query) => {
  expect((await notesOf(query)).fields).toEqual([{ field: 'none', code: 'BAD_USER_INPUT' }]);
});
