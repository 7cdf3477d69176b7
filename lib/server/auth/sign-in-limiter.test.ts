import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '@/lib/config/limits';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-06-15T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const CLIENT = '10.0.0.1';
const fail = async () => null;
const succeed = async () => 'session';

async function failTimes(limiter: SignInLimiter, count: number, email = 'a@example.test', client = CLIENT) {
  for (let i = 0; i < count; i++) expect(await limiter.attempt(email, client, fail)).toBeNull();
}

test('ten failures get a response; the eleventh attempt is refused with the seconds left, without a password check', async () => {
  const limiter = new SignInLimiter();
  await failTimes(limiter, 9);
  vi.advanceTimersByTime(60_000);
  await failTimes(limiter, 1);
  const check = vi.fn(succeed);
  await expect(limiter.attempt('a@example.test', CLIENT, check)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Too many attempts. Try again in 14 minutes.',
    details: { retryAfter: 14 * 60 },
  });
  expect(check).not.toHaveBeenCalled();
});

test("refused attempts don't lengthen the wait, and after the window signing in works again", async () => {
  const limiter = new SignInLimiter();
  await failTimes(limiter, 10);
  vi.advanceTimersByTime(limits.signIn.window - 1_000);
  await expect(limiter.attempt('a@example.test', CLIENT, succeed)).rejects.toMatchObject({
    message: 'Too many attempts. Try again in 1 second.',
    details: { retryAfter: 1 },
  });
  vi.advanceTimersByTime(1_001);
  expect(await limiter.attempt('a@example.test', CLIENT, succeed)).toBe('session');
  await failTimes(limiter, 10);
});

test("successes don't count, and don't clear the failures before them", async () => {
  const limiter = new SignInLimiter();
  for (let i = 0; i < 50; i++) await limiter.attempt('a@example.test', CLIENT, succeed);
  await failTimes(limiter, 9);
  expect(await limiter.attempt('a@example.test', CLIENT, succeed)).toBe('session');
  await failTimes(limiter, 1);
  await expect(limiter.attempt('a@example.test', CLIENT, succeed)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  });
});

test("another address, and the same address from another client, aren't affected", async () => {
  const limiter = new SignInLimiter();
  await failTimes(limiter, 10);
  expect(await limiter.attempt('b@example.test', CLIENT, succeed)).toBe('session');
  expect(await limiter.attempt('a@example.test', '10.0.0.2', succeed)).toBe('session');
});

test('a burst is tried one by one and no more than ten times', async () => {
  const limiter = new SignInLimiter();
  let running = 0;
  const check = vi.fn(async () => {
    expect(++running).toBe(1);
    await Promise.resolve();
    running -= 1;
    return null;
  });
  const burst = Array.from({ length: 30 }, () => limiter.attempt('a@example.test', CLIENT, check));
  const results = await Promise.allSettled(burst);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(check).toHaveBeenCalledTimes(10);
});

test("an attempt that breaks doesn't count as the person's failure, and doesn't block the next attempt", async () => {
  const limiter = new SignInLimiter();
  const broken = async () => {
    throw new Error('database is away');
  };
  for (let i = 0; i < 20; i++) {
    await expect(limiter.attempt('a@example.test', CLIENT, broken)).rejects.toThrow('database is away');
  }
  expect(await limiter.attempt('a@example.test', CLIENT, succeed)).toBe('session');
});

/** An attempt that ends when the test says so. */
function pendingAttempt() {
  let end: (outcome: string | null) => void = () => {};
  const outcome = new Promise<string | null>((resolve) => {
    end = resolve;
  });
  return { attempt: vi.fn(() => outcome), end: (result: string | null) => end(result) };
}

const { failuresOfClient, failuresOfSite, failuresOfAddress } = limits.signIn;
const rateLimited = { code: 'RATE_LIMITED' };

test('one client may fail a hundred times over all addresses, and no other client meets that', async () => {
  const limiter = new SignInLimiter();
  const attempt = (index: number) => limiter.attempt(`${index}@example.test`, CLIENT, fail);
  const burst = await Promise.allSettled(Array.from({ length: failuresOfClient + 50 }, (_, i) => attempt(i)));
  expect(burst.filter(({ status }) => status === 'fulfilled')).toHaveLength(failuresOfClient);
  const check = vi.fn(succeed);
  await expect(limiter.attempt('new@example.test', CLIENT, check)).rejects.toMatchObject(rateLimited);
  expect(check).not.toHaveBeenCalled();
  expect(await limiter.attempt('new@example.test', '10.0.0.2', succeed)).toBe('session');
});

test('every host of an IPv6 /64 is one client', async () => {
  const limiter = new SignInLimiter();
  for (let host = 0; host < 10; host += 1)
    await limiter.attempt('a@example.test', `2001:db8:1:2::${host}`, fail);
  await expect(limiter.attempt('a@example.test', '2001:db8:1:2::ffff', succeed)).rejects.toMatchObject(
    rateLimited,
  );
  expect(await limiter.attempt('a@example.test', '2001:db8:1:3::1', succeed)).toBe('session');
});

test('the clients of one IPv6 /48 may fail five hundred times together, and no other network meets that', async () => {
  const limiter = new SignInLimiter();
  let tried = 0;
  for (let index = 0; index < failuresOfSite + 200; index += 1) {
    const address = `2001:db8:1:${(index >> 5).toString(16)}::1`;
    const attempt = limiter.attempt(`${index}@example.test`, address, fail);
    await attempt.then(
      () => (tried += 1),
      () => {},
    );
  }
  expect(tried).toBe(failuresOfSite);
  await expect(limiter.attempt('new@example.test', '2001:db8:1:ffff::1', succeed)).rejects.toMatchObject(
    rateLimited,
  );
  expect(await limiter.attempt('new@example.test', '2001:db8:2::1', succeed)).toBe('session');
});

test('one address may fail a hundred times over all clients, and no other address meets that', async () => {
  const limiter = new SignInLimiter();
  const attempt = (index: number) =>
    limiter.attempt('a@example.test', `10.1.${index >> 8}.${index & 255}`, fail);
  const burst = await Promise.allSettled(
    Array.from({ length: failuresOfAddress + 50 }, (_, i) => attempt(i)),
  );
  expect(burst.filter(({ status }) => status === 'fulfilled')).toHaveLength(failuresOfAddress);
  await expect(limiter.attempt('a@example.test', '10.2.0.1', succeed)).rejects.toMatchObject(rateLimited);
  expect(await limiter.attempt('b@example.test', '10.2.0.1', succeed)).toBe('session');
});

test('known networks may fail a hundred times together, apart from all others, and neither meets the other', async () => {
  const limiter = new SignInLimiter();
  const known = async () => true;
  const failFrom = (network: number, isKnown?: typeof known) =>
    limiter.attempt('a@example.test', `10.${network}.0.1`, fail, isKnown);
  for (let index = 0; index < failuresOfAddress; index += 1) await failFrom(index);
  await expect(failFrom(100)).rejects.toMatchObject(rateLimited);
  for (let index = 0; index < failuresOfAddress; index += 1) await failFrom(100 + index, known);
  await expect(limiter.attempt('a@example.test', '10.200.0.1', succeed, known)).rejects.toMatchObject(
    rateLimited,
  );
  expect(await limiter.attempt('b@example.test', '10.200.0.1', succeed, known)).toBe('session');
});

test("a network whose own failures are used up isn't looked up", async () => {
  const limiter = new SignInLimiter();
  await failTimes(limiter, 10);
  const isKnown = vi.fn(async () => true);
  await expect(limiter.attempt('a@example.test', CLIENT, succeed, isKnown)).rejects.toMatchObject(
    rateLimited,
  );
  expect(isKnown).not.toHaveBeenCalled();
});

test('a slow attempt delays no other user behind the same address, and a hundred successes at once all pass', async () => {
  const limiter = new SignInLimiter();
  const slow = pendingAttempt();
  const late = limiter.attempt('slow@example.test', CLIENT, slow.attempt);
  const office = Array.from({ length: 3 * failuresOfClient }, (_, index) =>
    limiter.attempt(`${index}@example.test`, CLIENT, succeed),
  );
  expect(await Promise.all(office)).toEqual(office.map(() => 'session'));
  slow.end('session');
  expect(await late).toBe('session');
});

test('with one failure left, one attempt at a time is tried, and the others wait for how it ends', async () => {
  const limiter = new SignInLimiter();
  for (let index = 1; index < failuresOfClient; index += 1)
    await limiter.attempt(`${index}@example.test`, CLIENT, fail);
  const first = pendingAttempt();
  const second = pendingAttempt();
  const third = pendingAttempt();
  const attempts = [first, second, third].map(({ attempt }, index) =>
    limiter.attempt(`last${index}@example.test`, CLIENT, attempt),
  );
  await vi.waitFor(() => expect(first.attempt).toHaveBeenCalled());
  expect(second.attempt).not.toHaveBeenCalled();
  first.end('session');
  await vi.waitFor(() => expect(second.attempt).toHaveBeenCalled());
  second.end(null);
  expect(await attempts[0]).toBe('session');
  expect(await attempts[1]).toBeNull();
  await expect(attempts[2]).rejects.toMatchObject(rateLimited);
  expect(third.attempt).not.toHaveBeenCalled();
});
