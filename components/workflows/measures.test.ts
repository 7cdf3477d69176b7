import { expect, test } from 'vitest';
import { costPlaces, formatCost, formatDuration, formatEstimate, runTime } from './measures';

test.each([
  [-40, '<1 ms'],
  [0, '<1 ms'],
  [340.9, '340 ms'],
  [1_000, '1.0 s'],
  [59_990, '59.9 s'],
  [60_000, '1 min 0 s'],
  [72_900, '1 min 12 s'],
  [3_600_000, '1 h 0 min'],
  [7_380_000, '2 h 3 min'],
])('%d milliseconds read %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

test.each([
  [null, 'unknown'],
  [0, '$0'],
  [0.0000004, '<$0.000001'],
  [0.00002715, '$0.000027'],
  [0.0042, '$0.0042'],
  [1.5, '$1.50'],
])('a cost of %s reads %s', (cost, text) => {
  expect(formatCost(cost)).toBe(text);
});

test.each([
  [null, 'unknown'],
  [0, '$0'],
  [0.0000004, '<$0.000001'],
  [0.00427, '$0.0043'],
  [0.994, '$0.99'],
  [1.006, '$1.01'],
])('an estimate of %s reads %s', (cost, text) => {
  expect(formatEstimate(cost)).toBe(text);
});

test('the costs of a column are written to the same place, an unknown one in words', () => {
  const costs = [0.000728, 0.0012, 0, null, 1.5];
  const places = costPlaces(costs);
  expect(costs.map((cost) => formatCost(cost, places))).toEqual([
    ...['$0.000728', '$0.001200', '$0', 'unknown', '$1.500000'],
  ]);
  expect(formatCost(12, costPlaces([3, 12]))).toBe('$12');
});

test('a job runs from its start to its end, or until now; before its start there is nothing to measure', () => {
  expect(runTime({ startedAt: '1000', finishedAt: '3400' }, 9_000)).toBe('2.4 s');
  expect(runTime({ startedAt: '1000', finishedAt: null }, 9_000)).toBe('8.0 s');
  expect(runTime({ startedAt: null, finishedAt: '3400' }, 9_000)).toBe('—');
});
