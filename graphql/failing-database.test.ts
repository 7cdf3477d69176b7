import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorDocs } from '@/lib/config/workflow-errors';
import { storedRows } from '@/testing/stored-rows';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  token = await sessionToken(server.context, world.users.admin);
  // A disk on which nothing more fits: to SQLite, a page too many is a full disk.
  await server.context.db.write((tx) => tx.$queryRaw`PRAGMA max_page_count = 1`);
});
afterAll(() => server.close());

test('a write to a full disk fails with 503 and when to retry, changes nothing, and reads keep working', async () => {
  const before = await storedRows(server.context);
  const settings = `{ text: "${'x'.repeat(15_000)}" }`;
  const { status, headers, data, errors } = await server.call({
    token,
    query: `mutation { updateAccount(id: "${world.acme.id}", updates: { settings: ${settings} }) { id } }`,
  });
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('60');
  expect(data).toBeNull();
  const requestId = headers.get('x-request-id');
  expect(errors).toEqual([
    {
      message: `The database can't be written right now. This change wasn't made; try again in a minute. If it happens again, report this reference: ${requestId}.`,
      path: ['updateAccount'],
      locations: expect.any(Array),
      extensions: { code: 'INTERNAL', docs: errorDocs('INTERNAL'), requestId },
    },
  ]);
  expect(await storedRows(server.context)).toEqual(before);
  expect((await server.call({ token, query: '{ me { id } }' })).data).toEqual({
    me: { id: world.users.admin.id },
  });
});
