import { expect, test } from 'vitest';
import { costNanos, noTokens } from '@/lib/engine/models/cost';

const prices = { input: 10, cachedInput: 1, cacheWrite: 12, output: 40, reasoning: 50 };

test('each kind of token has its price', () => {
  const usage = { input: 1, cachedInput: 10, cacheWrite: 100, output: 1_000, reasoning: 10_000 };
  expect(costNanos(usage, prices)).toBe(10 + 10 + 1_200 + 40_000 + 500_000);
});

test('above a length of the whole input, all tokens of the call have the prices of long inputs', () => {
  const long = { input: 20, cachedInput: 2, cacheWrite: 24, output: 60, reasoning: 75 };
  const tiered = { ...prices, above: { tokens: 100, prices: long } };
  const usage = { input: 40, cachedInput: 30, cacheWrite: 30, output: 5, reasoning: 5 };
  expect(costNanos(usage, tiered)).toBe(costNanos(usage, prices));
  const longer = { ...usage, cachedInput: 31 };
  expect(costNanos(longer, tiered)).toBe(costNanos(longer, long));
  // Output tokens don't count.
  expect(costNanos({ ...usage, output: 500 }, tiered)).toBe(costNanos({ ...usage, output: 500 }, prices));
});

test("a call without tokens costs nothing, even if the prices aren't known", () => {
  expect(costNanos(noTokens, null)).toBe(0);
  expect(costNanos({ ...noTokens, output: 1 }, null)).toBeNull();
});
