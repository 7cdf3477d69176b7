import { afterEach, expect, test, vi } from 'vitest';
import { memoryLimiter } from '@/lib/server/rate-limit/memory-limiter';

afterEach(() => void vi.useRealTimers());

const limit = { name: 'test', count: 5, window: 60_000 };
const bounded = () => memoryLimiter(limit, { ownCounters: 100 });

test('calls up to the limit pass, another key has its own limit, and a returned call is free again', async () => {
  const limiter = memoryLimiter(limit);
  for (let index = 0; index < 5; index += 1) expect(await limiter.take('key')).toBe(0);
  expect(await limiter.take('key')).toBe(60);
  expect(await limiter.take('other')).toBe(0);
  await limiter.refund('key');
  await limiter.refund('key');
  expect(await limiter.take('key')).toBe(0);
  expect(await limiter.take('key')).toBe(60);
});

test('a flood of new keys shares counters, while keys known before it keep theirs', async () => {
  const limiter = bounded();
  for (let index = 0; index < 4; index += 1) expect(await limiter.take('known')).toBe(0);
  let refused = 0;
  for (let index = 0; index < 20_000; index += 1)
    if ((await limiter.take(`flood ${index}`)) > 0) refused += 1;
  // 99 with a counter of their own, the others on 1,024 counters of 5.
  expect(20_000 - refused).toBeLessThanOrEqual(99 + 1_024 * 5);
  expect(20_000 - refused).toBeGreaterThan(1_024 * 3);
  expect(await limiter.take('known')).toBe(0);
  expect(await limiter.take('known')).toBe(60);
});

test("one client's flood of keys uses up its own counter, and hardly anybody else's", async () => {
  const limiter = bounded();
  const flood = async (index: number) => (await limiter.take(`flood ${index}`, 'attacker')) > 0;
  for (let index = 0; index < 105; index += 1) expect(await flood(index)).toBe(false);
  for (let index = 0; index < 1_000; index += 1) expect(await flood(index + 105)).toBe(true);
  let passed = 0;
  for (let index = 0; index < 200; index += 1)
    if ((await limiter.take(`honest ${index}`, `client ${index}`)) === 0) passed += 1;
  // One in 1,024 meets the attacker's counter by chance.
  expect(passed).toBeGreaterThan(190);
});

test('a call that is returned by a key with a shared counter is returned to that counter', async () => {
  const limiter = bounded();
  for (let index = 0; index < 100; index += 1) await limiter.take(`flood ${index}`);
  for (let index = 0; index < 50; index += 1) {
    expect(await limiter.take('late')).toBe(0);
    await limiter.refund('late');
  }
});

test('once the flood is two windows old, new keys have counters of their own again', async () => {
  vi.useFakeTimers({ now: new Date('2026-06-15T12:00:00Z') });
  const limiter = bounded();
  for (let index = 0; index < 10_000; index += 1) await limiter.take(`flood ${index}`);
  vi.advanceTimersByTime(2 * limit.window);
  for (let key = 0; key < 90; key += 1)
    for (let index = 0; index < 5; index += 1) expect(await limiter.take(`new ${key}`)).toBe(0);
});

test("a call that is returned after its window has ended doesn't raise the next window's limit", async () => {
  vi.useFakeTimers({ now: new Date('2026-06-15T12:00:00Z') });
  const limiter = memoryLimiter(limit);
  await limiter.take('key');
  vi.advanceTimersByTime(limit.window + 1);
  await limiter.refund('key');
  for (let index = 0; index < 5; index += 1) expect(await limiter.take('key')).toBe(0);
  expect(await limiter.take('key')).toBe(60);
});
