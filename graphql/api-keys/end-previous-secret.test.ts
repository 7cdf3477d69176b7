import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventsOf } from '@/testing/audit-trail';
import { expectData, expectRefusal } from '@/testing/expect-answer';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

const signedOut = { code: 'UNAUTHENTICATED', message: 'Sign in first.' } as const;
const none = { code: 'CONFLICT', message: 'This key has no old secret that still works.' } as const;

let server: TestServer;
let world: TestWorld;
let owner: string;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  owner = await sessionToken(server.context, world.users.developer);
  admin = await sessionToken(server.context, world.users.admin);
});
beforeEach(() => server.setNow(TEST_NOW));
afterAll(() => server.close());

const LIST = { query: '{ myApiKeys(limit: 1) { id } }' };
const ending = (id: string, token = owner, etag: string | null = null) => ({
  query: `mutation ($id: ID!, $etag: String) {
    endPreviousSecret(id: $id, etag: $etag) { id previous_secret { hint } }
  }`,
  variables: { id, etag },
  token,
});

/** A key whose old secret works for another hour. */
async function rotatedKey() {
  const { apiKey, rawKey: old } = await keyOf(server.context, world.users.developer, ['read', 'write']);
  const call = {
    query: `mutation { rotateAPIKey(id: "${apiKey.id}", grace: 3600) { rawKey apiKey { etag } } }`,
    token: owner,
  };
  type Result = { rotateAPIKey: { rawKey: string; apiKey: { etag: string } } };
  const { rotateAPIKey: made } = await expectData<Result>(server, call);
  return { id: apiKey.id, hint: apiKey.hint, old, rawKey: made.rawKey, etag: made.apiKey.etag };
}

test('an old secret is ended ahead of its time, by its owner or an admin; the current one keeps working', async () => {
  for (const token of [owner, admin]) {
    const { id, hint, old, rawKey, etag } = await rotatedKey();
    await expectData(server, { ...LIST, token: old });
    const events = await eventsOf(server.context, async () => {
      expect(await expectData(server, ending(id, token, etag))).toEqual({
        endPreviousSecret: { id, previous_secret: null },
      });
    });
    expect(events).toMatchObject([
      { action: 'api_key.end_previous_secret', entityId: id, metadata: { hint, calls: 1 } },
    ]);
    await expectRefusal(server, { ...LIST, token: old }, signedOut);
    await expectData(server, { ...LIST, token: rawKey });
  }
});

test('fails with CONFLICT if there is none, or it has ended by itself', async () => {
  const { apiKey } = await keyOf(server.context, world.users.developer, ['read']);
  await expectRefusal(server, ending(apiKey.id), none);
  const { id } = await rotatedKey();
  await expectData(server, ending(id));
  await expectRefusal(server, ending(id), none);
  const later = await rotatedKey();
  server.setNow(new Date(TEST_NOW.getTime() + 3_600_000));
  // The session slides with its first use, which is none of the refusal's doing.
  await expectData(server, { ...LIST, token: owner });
  await expectRefusal(server, ending(later.id), none);
});

test("a secret that its caller doesn't know isn't ended instead of another", async () => {
  const { id, etag, old, rawKey } = await rotatedKey();
  await expectData(server, {
    query: `mutation { rotateAPIKey(id: "${id}", grace: 60) { rawKey } }`,
    token: admin,
  });
  await expectRefusal(server, ending(id, owner, etag), {
    code: 'CONFLICT',
    message:
      "This API key has changed since you read it. Your change wasn't saved. Review the latest version.",
  });
  await expectData(server, { ...LIST, token: rawKey });
  await expectRefusal(server, { ...LIST, token: old }, signedOut);
});
