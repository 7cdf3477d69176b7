import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { endOtherSessions } from '@/lib/server/auth/end-other-sessions';
import { signIn } from '@/lib/server/auth/sign-in';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, PASSWORD, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
beforeEach(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterEach(() => server.close());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const NEXT_FIREFOX = FIREFOX.replaceAll('145.0', '146.0');
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0';

/** Signs the developer in. @returns the audit event's metadata without the id */
async function signInOn(userAgent: string | null, address = '203.0.113.7') {
  const client = { address, userAgent, limiter: new SignInLimiter() };
  const { email } = world.users.developer;
  const { token } = await signIn(server.context, client, { email, password: PASSWORD });
  const session = await server.context.db.read.session.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
  const event = await server.context.db.read.auditEvent.findFirstOrThrow({
    where: { action: 'session.start', entityId: session.id },
  });
  const { entity_id, address: from, ...metadata } = Object(event.metadata);
  expect(entity_id).toBe(session.id);
  expect(from ?? null).toBe(session.address);
  return { metadata, session, token };
}
let seconds = 0;
const tick = () => server.setNow(new Date(TEST_NOW.getTime() + ++seconds * 1_000));

test('a device without earlier sign-ins is marked as new, but not the very first one or later versions', async () => {
  expect((await signInOn(FIREFOX)).metadata).toEqual({ device: 'Firefox on Linux' });
  tick();
  expect((await signInOn(NEXT_FIREFOX)).metadata).toEqual({ device: 'Firefox on Linux' });
  tick();
  expect((await signInOn(EDGE)).metadata).toEqual({ device: 'Microsoft Edge on Windows', new_device: true });
  tick();
  expect((await signInOn(EDGE)).metadata).toEqual({ device: 'Microsoft Edge on Windows' });
  tick();
  expect((await signInOn(null)).metadata).toEqual({ device: 'Unknown device', new_device: true });
});

test('a device is known after its session has ended, and new again once nobody used it for long', async () => {
  const { session } = await signInOn(FIREFOX);
  tick();
  await signInOn(EDGE);
  await server.context.db.write((tx) => tx.session.delete({ where: { id: session.id } }));
  server.setNow(new Date(TEST_NOW.getTime() + limits.knownDevice));
  expect((await signInOn(FIREFOX)).metadata).toEqual({ device: 'Firefox on Linux' });
  server.setNow(new Date(TEST_NOW.getTime() + 2 * limits.knownDevice + 1_000));
  expect((await signInOn(FIREFOX)).metadata).toEqual({ device: 'Firefox on Linux', new_device: true });
});

test('sessions from before devices were recorded count too', async () => {
  await sessionToken(server.context, world.users.developer);
  tick();
  expect((await signInOn(null)).metadata).toEqual({ device: 'Unknown device' });
  tick();
  expect((await signInOn(FIREFOX)).metadata).toEqual({ device: 'Firefox on Linux', new_device: true });
});

test("a colleague's devices are not one's own", async () => {
  await sessionToken(server.context, world.users.developer);
  await server.context.db.write((tx) =>
    tx.session.create({
      data: {
        id: 'ses_of_a_colleague',
        userId: world.users.colleague.id,
        tokenHash: 'none',
        userAgent: EDGE,
        createdAt: TEST_NOW,
        lastUsedAt: TEST_NOW,
        expiresAt: new Date(TEST_NOW.getTime() + 1),
      },
    }),
  );
  tick();
  expect((await signInOn(EDGE)).metadata).toMatchObject({ new_device: true });
});

test('the network address is stored and shown if it is valid', async () => {
  expect((await signInOn(FIREFOX, '2001:db8::7')).session.address).toBe('2001:db8::7');
  tick();
  expect((await signInOn(FIREFOX, '192.0.2.1')).session.address).toBe('192.0.2.1');
  tick();
  expect((await signInOn(FIREFOX, 'unknown')).session.address).toBeNull();
});

test('an operator, who has no session, ends none', async () => {
  await sessionToken(server.context, world.users.developer);
  const viewer = operatorViewer(world.users.developer);
  await expect(endOtherSessions(server.context, viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
