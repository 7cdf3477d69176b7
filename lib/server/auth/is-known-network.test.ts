import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '@/lib/config/limits';
import { signIn } from '@/lib/server/auth/sign-in';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { openTestServer, TEST_NOW, type TestServer } from '@/lib/testing/test-server';
import { createTestWorld, PASSWORD, type TestWorld } from '@/lib/testing/test-world';

let server: TestServer;
let world: TestWorld;
let limiter: SignInLimiter;
beforeEach(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  limiter = new SignInLimiter();
});
afterEach(() => server.close());

const HOME = '203.0.113.7';
const OFFICE = '2001:db8:1:2::7';
const STRANGE = '198.51.100.9';
const GHOST = 'dev@acme.exampl';
const rateLimited = { code: 'RATE_LIMITED' };

const attempt = (address: string, password = PASSWORD, email = world.users.developer.email) =>
  signIn(server.context, { address, userAgent: null, limiter }, { email, password });

/** As many wrong passwords from as many networks as one address may have. */
async function botnet(email = world.users.developer.email) {
  for (let index = 0; index < limits.signIn.failuresOfAddress; index += 1)
    await limiter.attempt(email, `10.0.${index >> 8}.${index & 255}`, async () => null);
}

test('a botnet that guesses locks networks new to the person, and lets the owner in from where they have been', async () => {
  await attempt(HOME);
  await attempt(OFFICE);
  await botnet();
  await expect(attempt(STRANGE)).rejects.toMatchObject(rateLimited);
  await expect(attempt('2001:db8:1:3::7')).rejects.toMatchObject(rateLimited);
  await expect(attempt('unknown')).rejects.toMatchObject(rateLimited);
  expect(await attempt(HOME)).toMatchObject({ user: { id: world.users.developer.id } });
  expect(await attempt('2001:db8:1:2:ffff::1')).toMatchObject({ user: { id: world.users.developer.id } });
});

test('a network is known after its session has ended, and of no use to a colleague or once 90 days have passed', async () => {
  await attempt(HOME);
  await server.context.db.write((tx) => tx.session.deleteMany());
  await botnet();
  await botnet(world.users.colleague.email);
  await attempt(HOME);
  await expect(attempt(HOME, PASSWORD, world.users.colleague.email)).rejects.toMatchObject(rateLimited);
  server.setNow(new Date(TEST_NOW.getTime() + limits.knownDevice + 1));
  await expect(attempt(HOME)).rejects.toMatchObject(rateLimited);
});

test('a session in use keeps its network known, however long ago it began', async () => {
  await attempt(HOME);
  const later = new Date(TEST_NOW.getTime() + 2 * limits.knownDevice);
  await server.context.db.write((tx) => tx.session.updateMany({ data: { lastUsedAt: later } }));
  server.setNow(later);
  await botnet();
  await attempt(HOME);
});

test('a known network that guesses has ten tries like any other, and what it used up locks no other one', async () => {
  await attempt(HOME);
  await attempt(OFFICE);
  await botnet();
  for (let index = 0; index < limits.signIn.failures; index += 1)
    await expect(attempt(HOME, 'wrong password')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  await expect(attempt(HOME)).rejects.toMatchObject(rateLimited);
  await attempt(OFFICE);
});

test('an address that nobody has is answered and looked up as one that somebody signs in with, guessed at or not', async () => {
  await attempt(HOME);
  await attempt(OFFICE);
  const prepared = vi.spyOn(Sqlite.prototype, 'prepare');
  const seen = async (email: string, address: string) => {
    prepared.mockClear();
    const { code, message, details } = await attempt(address, 'wrong password', email).catch(
      (error) => error,
    );
    return { code, message, details, statements: prepared.mock.calls.map(([sql]) => sql) };
  };
  const { email } = world.users.developer;
  const before = await seen(email, STRANGE);
  expect(before).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await seen(GHOST, STRANGE)).toEqual(before);
  // It comes right before the developer's, whose networks are nothing to it.
  expect(await seen(GHOST, HOME)).toEqual(before);
  expect(await seen('zz@acme.example', STRANGE)).toEqual(before);
  limiter = new SignInLimiter();
  await botnet();
  await botnet(GHOST);
  const during = await seen(email, STRANGE);
  expect(during).toMatchObject(rateLimited);
  expect(during.statements.length).toBeGreaterThan(0);
  expect(await seen(GHOST, STRANGE)).toEqual(during);
  expect(await seen(GHOST, HOME)).toEqual(during);
  prepared.mockRestore();
});
