import { expect, test } from 'vitest';
import { dollarsOfNanos, nanosOfDollars } from './nano-dollars';

test.each([
  [1.1, 1_100_000_000],
  [0.29, 290_000_000],
  [0.000_000_001, 1],
  [0.000_000_000_4, 0],
])('%d dollars are a whole number of nano-dollars', (dollars, nanos) => {
  expect(nanosOfDollars(dollars)).toBe(nanos);
});

test.each([
  [1_100_000_000n, 1.1],
  [290_000_000, 0.29],
  [1, 0.000_000_001],
  [null, null],
])('%s nano-dollars are %s dollars', (nanos, dollars) => {
  expect(dollarsOfNanos(nanos)).toBe(dollars);
});
