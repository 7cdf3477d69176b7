import { expect, it } from 'vitest';
import { formatChange, formatPercent, formatPoints } from './percent';

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

it('names a change in percent of what was before', () => {
  expect([formatChange(1_062, 1_000), formatChange(97, 100), formatChange(0, 4)]).toEqual([
    '+6.2%',
    '-3%',
    '-100%',
  ]);
  expect(formatChange(5, 5)).toBe('0%');
  expect(formatChange(100_001, 100_000)).toBe('0%');
});

it('returns no change from 0', () => {
  expect(formatChange(5, 0)).toBeNull();
});

it('names the distance of two percentages in points, as they are shown', () => {
  expect([formatPoints(98.4, 96), formatPoints(97.4, 97.8), formatPoints(96.4, 95.6)]).toEqual([
    '+2 points',
    '-1 point',
    '0 points',
  ]);
});
