import { expect, it } from 'vitest';
import { formatPercent, formatShare } from './percent';

it('rounds to a whole percent', () => {
  expect([0, 0.4, 96.5, 97.49, 100].map(formatPercent)).toEqual(['0%', '0%', '97%', '97%', '100%']);
});

it('reads a missing percentage as 0', () => {
  expect([null, undefined, Number.NaN, Number.POSITIVE_INFINITY].map(formatPercent)).toEqual([
    '0%',
    '0%',
    '0%',
    '0%',
  ]);
});

it('writes no share of something as 0%', () => {
  expect([0, 0.06, 0.99, 1.2, 100].map(formatShare)).toEqual(['0%', '<1%', '<1%', '1%', '100%']);
});
