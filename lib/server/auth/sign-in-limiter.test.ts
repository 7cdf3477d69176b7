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

test('ten failures are answered, the eleventh attempt is refused with the seconds left, unseen by the check', async () => {
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

test('refused attempts do not lengthen the wait, and after the window signing in works again', async () => {
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

test('successes do not count, and do not wipe the failures before them', async () => {
  const limiter = new SignInLimiter();
  for (let i = 0; i < 50; i++) await limiter.attempt('a@example.test', CLIENT, succeed);
  await failTimes(limiter, 9);
  expect(await limiter.attempt('a@example.test', CLIENT, succeed)).toBe('session');
  await failTimes(limiter, 1);
  await expect(limiter.attempt('a@example.test', CLIENT, succeed)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  });
});

test('another address, and the same address from another client, are not affected', async () => {
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

test('an attempt that breaks is no failure of the person and does not block the next one', async () => {
  const limiter = new SignInLimiter();
  const broken = async () => {
    throw new Error('database is away');
  };
  for (let i = 0; i < 20; i++) {
    await expect(limiter.attempt('a@example.test', CLIENT, broken)).rejects.toThrow('database is away');
  }
  expect(await limiter.attempt('a@example.test', CLIENT, succeed)).toBe('session');
});
