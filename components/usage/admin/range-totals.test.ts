import { expect, test } from 'vitest';
import { rangeTotals, spanOf } from './range-totals';

const day = (date: string, requestCount: number, successCount: number, totalCost: number) => ({
  date,
  requestCount,
  successCount,
  totalTokens: 10,
  totalCost,
});

test('a range adds up to the micro-dollar, and its success rate is of all executions', () => {
  expect(rangeTotals([day('2026-11-01', 3, 3, 0.1), day('2026-11-02', 1, 0, 0.2)])).toEqual({
    totalExecutions: 4,
    totalTokens: 20,
    estimatedCost: 0.3,
    successRate: 75,
  });
});

test('without executions the success rate is 0', () => {
  expect(rangeTotals([day('2026-11-01', 0, 0, 0)]).successRate).toBe(0);
});

test('a range spans its first and last day', () => {
  expect(spanOf([{ date: '2026-11-01' }, { date: '2026-11-02' }])).toEqual({
    from: '2026-11-01',
    to: '2026-11-02',
  });
  expect(() => spanOf([])).toThrow(RangeError);
});
