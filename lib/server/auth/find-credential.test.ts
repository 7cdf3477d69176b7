import { afterAll, beforeAll, expect, test } from 'vitest';
import { rotateApiKey } from '@/lib/server/api-keys/rotate-api-key';
import { findKey, findSession } from '@/lib/server/auth/find-credential';
import { hashToken } from '@/lib/server/auth/tokens';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());

test('a session and its user are exactly what Prisma reads, types included', async () => {
  const { db } = server.context;
  for (const user of [world.users.developer, world.users.disabled]) {
    const tokenHash = hashToken(await sessionToken(server.context, user));
    const stored = await db.prisma.session.findUniqueOrThrow({
      where: { tokenHash },
      include: { user: true },
    });
    const { id, lastUsedAt, expiresAt } = stored;
    const expected = { id, tokenHash, lastUsedAt, expiresAt, user: stored.user };
    expect(await findSession(db.sql, { tokenHash })).toStrictEqual(expected);
  }
  expect(await findSession(db.sql, { tokenHash: hashToken('nobody') })).toBeNull();
});

test('a key and its owner are exactly what Prisma reads, types included', async () => {
  const { db } = server.context;
  const endless = await keyOf(server.context, world.users.developer, ['read']);
  const ending = await keyOf(server.context, world.users.admin, ['write', 'admin'], '2026-12-31');
  for (const { rawKey } of [endless, ending]) {
    const secretHash = hashToken(rawKey);
    const stored = await db.prisma.apiKey.findUniqueOrThrow({
      where: { secretHash },
      include: { user: true },
    });
    const { id, status, scopeRead, scopeWrite, scopeAdmin, expiresAt, lastUsedAt, user } = stored;
    expect(await findKey(db.sql, secretHash)).toStrictEqual({
      id,
      secretHash,
      status,
      scopeRead,
      scopeWrite,
      scopeAdmin,
      expiresAt,
      lastUsedAt,
      user,
      previousSecret: null,
    });
  }
  expect(await findKey(db.sql, hashToken('nobody'))).toBeNull();
});

test('a previous secret finds its key, with what ends the secret', async () => {
  const { db } = server.context;
  const { apiKey, rawKey } = await keyOf(server.context, world.users.developer, ['read']);
  await rotateApiKey(server.context, operatorViewer(world.users.developer), apiKey.id, { grace: 60 });
  const secretHash = hashToken(rawKey);
  const { user, ...stored } = await db.prisma.apiKey.findUniqueOrThrow({
    where: { id: apiKey.id },
    select: {
      id: true,
      secretHash: true,
      status: true,
      scopeRead: true,
      scopeWrite: true,
      scopeAdmin: true,
      expiresAt: true,
      lastUsedAt: true,
      user: true,
    },
  });
  const expiresAt = new Date(server.context.now().getTime() + 60_000);
  expect(await findKey(db.sql, secretHash)).toStrictEqual({
    ...stored,
    user,
    previousSecret: { secretHash, expiresAt },
  });
});
