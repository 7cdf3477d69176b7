import { afterEach, beforeEach, expect, test } from 'vitest';
import { revokeApiKey } from '@/lib/server/api-keys/api-key-status';
import { rotateApiKey } from '@/lib/server/api-keys/rotate-api-key';
import { authenticate } from '@/lib/server/auth/authenticate';
import { operatorViewer, type Viewer } from '@/lib/server/auth/viewer';
import { createUser } from '@/lib/server/users/create-user';
import { disableUser, updateMyProfile, updateUser } from '@/lib/server/users/update-user';
import type { User } from '@/prisma/generated/prisma/client';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, PASSWORD, sessionToken, type TestWorld } from '@/testing/test-world';
import { signOut } from './sessions';

let server: TestServer;
let world: TestWorld;
beforeEach(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterEach(() => server.close());

async function authenticated(token: string): Promise<Viewer> {
  const viewer = await authenticate(server.context, token);
  if (!viewer) throw new Error('The token speaks for nobody.');
  return viewer;
}
const inSession = async (user: User) => authenticated(await sessionToken(server.context, user));
const inviteAs = (viewer: Viewer) =>
  createUser(server.context, viewer, world.acme.id, { email: 'ghost@acme.example', password: PASSWORD });
const renameAs = (viewer: Viewer, first_name: string) =>
  updateMyProfile(server.context, viewer, { first_name });
const nameOf = async ({ id }: User) =>
  (await server.context.db.prisma.user.findUniqueOrThrow({ where: { id } })).firstName;
const ghosts = () => server.context.db.prisma.user.count({ where: { email: 'ghost@acme.example' } });

test('a call under way when its caller is disabled writes nothing any more', async () => {
  const { admin, secondAdmin } = world.users;
  const viewer = await inSession(secondAdmin);
  await disableUser(server.context, operatorViewer(admin), secondAdmin.id);
  await expect(inviteAs(viewer)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await ghosts()).toBe(0);
});

test('a call under way when its session ends, or its key is revoked, writes nothing any more', async () => {
  const { admin } = world.users;
  const session = await inSession(admin);
  await signOut(server.context, session);
  await expect(inviteAs(session)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });

  const { apiKey, rawKey } = await keyOf(server.context, admin, ['write', 'admin']);
  const key = await authenticated(rawKey);
  await revokeApiKey(server.context, operatorViewer(admin), apiKey.id);
  await expect(renameAs(key, 'Ghost')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await nameOf(admin)).toBe('Ada');
  expect(await ghosts()).toBe(0);
});

test('a call under way when its secret is rotated away writes nothing any more; within the overlap it still writes', async () => {
  const { admin } = world.users;
  const { apiKey, rawKey } = await keyOf(server.context, admin, ['write', 'admin']);
  const key = await authenticated(rawKey);
  const rotate = (grace: number) => rotateApiKey(server.context, operatorViewer(admin), apiKey.id, { grace });
  await rotate(60);
  await renameAs(key, 'Within');
  expect(await nameOf(admin)).toBe('Within');
  await rotate(60);
  await expect(renameAs(key, 'After')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await nameOf(admin)).toBe('Within');
});

test('a call under way when its caller is made a developer writes nothing any more', async () => {
  const { admin, secondAdmin } = world.users;
  const viewer = await inSession(secondAdmin);
  await updateUser(server.context, operatorViewer(admin), secondAdmin.id, { role: 'DEVELOPER' });
  await expect(inviteAs(viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await ghosts()).toBe(0);
});

test('a key that revokes itself does nothing more in the same request', async () => {
  const { apiKey, rawKey } = await keyOf(server.context, world.users.developer, ['read', 'write']);
  const { data, errors } = await server.call({
    query: `mutation { a: revokeAPIKey(id: "${apiKey.id}") { status } b: updateMyProfile(first_name: "Ghost") { id } }`,
    token: rawKey,
  });
  expect(data).toBeNull();
  expect(errors.map(({ path, extensions }) => [path, extensions.code])).toEqual([[['b'], 'UNAUTHENTICATED']]);
  expect(await nameOf(world.users.developer)).toBe('Dee');
});
