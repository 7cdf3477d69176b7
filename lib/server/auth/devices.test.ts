import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, PASSWORD, sessionToken, type TestWorld } from '@/testing/test-world';
import { deviceLabel } from './devices';
import { endOtherSessions } from './sessions';
import { signIn } from './sign-in';
import { SignInLimiter } from './sign-in-limiter';
import { operatorViewer } from './viewer';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Microsoft Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet for Android',
  ],
  ['Something/1.0 (Windows NT 10.0)', 'Windows'],
  ['curl/8.5.0', 'Unknown device'],
  ['', 'Unknown device'],
  [' ', 'Unknown device'],
  [null, 'Unknown device'],
])('%j is %s', (userAgent, label) => {
  expect(deviceLabel(userAgent)).toBe(label);
});

test("an invented device name in a header isn't shown", () => {
  expect(deviceLabel('<b>Your bank</b>/1 (Windows NT 10.0) x')).toBe('Windows');
  expect(deviceLabel('Evil/1 x')).toBe('Unknown device');
});

test('whatever the header holds, the label is short, plain and known', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('Mozilla/5.0 ', 'Chrome/1 ', 'Android ', 'Windows NT ', 'Version/', '(', ';', '/', ' '),
  );
  const header = fc.array(part, { maxLength: 100 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(header, (userAgent) => {
      expect(deviceLabel(userAgent)).toMatch(/^[A-Za-z0-9 -]{3,60}$/);
    }),
    { numRuns: 100, seed: 7 },
  );
});

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
  const session = await server.context.db.prisma.session.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
  const event = await server.context.db.prisma.auditEvent.findFirstOrThrow({
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

test("a colleague's devices don't count as the user's own", async () => {
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
