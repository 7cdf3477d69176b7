import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { isKnownNetwork, keepKnownNetwork } from '@/lib/server/auth/known-networks';
import { signIn } from '@/lib/server/auth/sign-in';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { onPostgres } from '@/testing/test-database';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, PASSWORD, type TestWorld } from '@/testing/test-world';
import { watchStatements } from '@/testing/watch-statements';

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
  server.setNow(new Date(TEST_NOW.getTime() + limits.knownNetworks.lifetime + 1));
  await expect(attempt(HOME)).rejects.toMatchObject(rateLimited);
});

const keep = (address: string, email = world.users.developer.email) =>
  server.context.db.write((tx) => keepKnownNetwork(tx, email, address, server.context.now()));
const isKnown = (address: string, email = world.users.developer.email) =>
  isKnownNetwork(server.context.db.prisma, email, address, server.context.now());
const after = (milliseconds: number) => server.setNow(new Date(TEST_NOW.getTime() + milliseconds));

test('signing in again keeps a network known, and a refused or disabled try notes none', async () => {
  await attempt(HOME);
  after(limits.knownNetworks.lifetime);
  await attempt(HOME);
  after(2 * limits.knownNetworks.lifetime);
  expect(await isKnown(HOME)).toBe(true);
  await expect(attempt(STRANGE, 'wrong password')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  const { id } = world.users.developer;
  await server.context.db.write((tx) => tx.user.update({ where: { id }, data: { status: 'DISABLED' } }));
  await expect(attempt(STRANGE)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await isKnown(STRANGE)).toBe(false);
});

/** Signs in with the developer's address from one network after the other, a millisecond apart. */
const keepAll = (addresses: string[]) =>
  server.context.db.write(async (tx) => {
    for (const [index, address] of addresses.entries()) {
      const now = new Date(TEST_NOW.getTime() + index + 1);
      await keepKnownNetwork(tx, world.users.developer.email, address, now);
    }
  });
const { ofAddress } = limits.knownNetworks;

test('a script that signs in from one other network pushes nothing out', async () => {
  await keep(HOME);
  await keepAll(Array(ofAddress).fill(OFFICE));
  expect(await isKnown(HOME)).toBe(true);
  expect(await isKnown(OFFICE)).toBe(true);
});

test('of an address the newest hundred networks are kept, and none of another address go for them', async () => {
  const { colleague } = world.users;
  await keep(HOME, colleague.email);
  await keep(HOME);
  const others = Array.from({ length: ofAddress }, (_, index) => `10.0.0.${index}`);
  await keepAll(others.slice(1));
  expect(await isKnown(HOME)).toBe(true);
  await keepAll(others);
  expect(await isKnown(HOME)).toBe(false);
  expect(await isKnown('10.0.0.0')).toBe(true);
  expect(await isKnown(HOME, colleague.email)).toBe(true);
  expect(await server.context.db.prisma.knownNetwork.count()).toBe(ofAddress + 1);
});

test('expired networks of any user are removed when a new network is added', async () => {
  await keep(HOME, world.users.colleague.email);
  await keep(HOME);
  after(1);
  await keep(OFFICE);
  after(limits.knownNetworks.lifetime + 1);
  await keep(STRANGE);
  const rows = await server.context.db.prisma.knownNetwork.findMany({ select: { network: true } });
  expect(rows.map(({ network }) => network).sort()).toEqual([STRANGE, '2001:db8:1:2::/64']);
});

test.skipIf(onPostgres)('a look-up is one seek of the primary key, found or not', async () => {
  await keep(HOME);
  const watch = watchStatements();
  const lookUps = [];
  for (const [address, email] of [[HOME], [STRANGE], [HOME, GHOST]] as const) {
    watch.take();
    await isKnown(address, email);
    lookUps.push(watch.take());
  }
  watch.end();
  const [statements = []] = lookUps;
  expect(lookUps).toEqual([statements, statements, statements]);
  expect(statements).toHaveLength(1);
  const plan = await server.context.db.prisma.$queryRawUnsafe<{ detail: string }[]>(
    `EXPLAIN QUERY PLAN ${statements[0]}`,
    ...Array<string | number>(statements[0]?.match(/\?/g)?.length ?? 0).fill(1),
  );
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(
      /^SEARCH .*KnownNetwork USING INDEX sqlite_autoindex_KnownNetwork_1 \(addressHash=\? AND network=\?\)$/,
    ),
  ]);
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

test("an unknown address gets the same response and the same queries as a user's address, under attack or not", async () => {
  await attempt(HOME);
  await attempt(OFFICE);
  const watch = watchStatements();
  const seen = async (email: string, address: string) => {
    watch.take();
    const { code, message, details } = await attempt(address, 'wrong password', email).catch(
      (error) => error,
    );
    return { code, message, details, statements: watch.take() };
  };
  const { email } = world.users.developer;
  const before = await seen(email, STRANGE);
  expect(before).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await seen(GHOST, STRANGE)).toEqual(before);
  // The developer's networks are nothing to it.
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
  watch.end();
});
