import { expect, test } from 'vitest';
import { sparklinePoints } from './sparkline';

test('the highest value is at the top, the floor at the bottom, and the days are evenly apart', () => {
  expect(sparklinePoints([0, 5, 20], 0)).toEqual([
    [0, 28],
    [50, 21],
    [100, 0],
  ]);
  expect(sparklinePoints([90, 95], 90)).toEqual([
    [0, 28],
    [100, 0],
  ]);
});

test('a day without a value keeps its place, and the line crosses it', () => {
  expect(sparklinePoints([1, null, 1], 0)).toEqual([
    [0, 0],
    [100, 0],
  ]);
});

test('zeros are flat at the bottom, one value is one point, and no value is none', () => {
  expect(sparklinePoints([0, 0], 0)).toEqual([
    [0, 28],
    [100, 28],
  ]);
  expect(sparklinePoints([3], 0)).toEqual([[0, 0]]);
  expect([sparklinePoints([], 0), sparklinePoints([null], 0)]).toEqual([[], []]);
});
