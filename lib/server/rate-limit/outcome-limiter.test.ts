import { expect, test } from 'vitest';
import { memoryLimiter } from '@/lib/server/rate-limit/memory-limiter';
import { OutcomeLimiter } from '@/lib/server/rate-limit/outcome-limiter';

/** Something that ends when the test says so. */
function pending<T>() {
  let end: (value: T) => void = () => {};
  const ended = new Promise<T>((resolve) => {
    end = resolve;
  });
  return { ended, end: (value: T) => end(value) };
}

test("an attempt during a successful attempt isn't refused, even if the success ends before the refusal arrives", async () => {
  const limiter = memoryLimiter({ name: 'test', count: 1, window: 60_000 });
  const heard = pending<void>();
  const met = pending<number>();
  const slow = new OutcomeLimiter(
    {
      ...limiter,
      take: async (key) => {
        const seconds = await limiter.take(key);
        if (seconds > 0) {
          met.end(seconds);
          await heard.ended;
        }
        return seconds;
      },
    },
    { refuse: (seconds) => new Error(`wait ${seconds}`) },
  );
  const first = pending<string>();
  const isFailure = (outcome: string) => outcome === 'failure';
  const one = slow.run({ key: 'key' }, () => first.ended, isFailure);
  const other = slow.run({ key: 'key' }, async () => 'failure', isFailure);
  expect(await met.ended).toBe(60);
  first.end('success');
  expect(await one).toBe('success');
  heard.end();
  expect(await other).toBe('failure');
  await expect(slow.run({ key: 'key' }, async () => 'success', isFailure)).rejects.toThrow('wait 60');
});

test('every attempt of a burst over the limit gets a response, and exactly as many run as may fail within the limit', async () => {
  const limiter = memoryLimiter({ name: 'test', count: 3, window: 60_000 });
  const bounded = new OutcomeLimiter(limiter, { refuse: () => new Error('refused') });
  const burst = Array.from({ length: 50 }, (_, index) =>
    bounded.run(
      { key: 'key' },
      async () => index,
      (outcome) => outcome % 2 === 0,
    ),
  );
  const passed = (await Promise.allSettled(burst)).flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value] : [],
  );
  expect(passed.filter((index) => index % 2 === 0)).toHaveLength(3);
});
