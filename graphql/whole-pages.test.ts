import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { expectData } from '@/testing/expect-answer';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

const most = limits.list.max;

let server: TestServer;
let world: TestWorld;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
  const { colleague } = world.users;
  const { id: keyId } = (await keyOf(server.context, colleague, ['read'])).apiKey;
  await server.context.db.write(async (tx) => {
    const person = await tx.user.findUniqueOrThrow({ where: { id: colleague.id } });
    const key = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    const numbers = Array.from({ length: most }, (_, index) => index);
    // Everybody has one key and made one event: a page of a thousand names a thousand people.
    await tx.user.createMany({
      data: numbers.map((n) => ({ ...person, id: `usr_${n}`, email: `crowd-${n}@acme.example` })),
    });
    await tx.apiKey.createMany({
      data: numbers.map((n) => ({ ...key, id: `key_${n}`, userId: `usr_${n}`, secretHash: `hash ${n}` })),
    });
    await tx.auditEvent.createMany({
      data: numbers.map((n) => ({
        id: `evt_${n}`,
        accountId: world.acme.id,
        userId: `usr_${n}`,
        action: 'user.update' as const,
        entityId: `usr_${most - 1 - n}`,
        metadata: { entity_id: `usr_${most - 1 - n}` },
        createdAt: TEST_NOW,
      })),
    });
  });
});
afterAll(() => server.close());

test.each([
  ['users', () => `listUsers(accountId: "${world.acme.id}", limit: ${most}) { id }`],
  ['keys and their owners', () => `listAPIKeys(accountId: "${world.acme.id}", limit: ${most}) { user_name }`],
  ['audit events and whom they name', () => `getAllAuditLogs(limit: ${most}) { user_name entity_name }`],
])('a page of the most %s there may be is returned whole', async (_what, field) => {
  const { rows } = await expectData<{ rows: unknown[] }>(server, {
    query: `{ rows: ${field()} }`,
    token: admin,
  });
  expect(rows).toHaveLength(most);
});
