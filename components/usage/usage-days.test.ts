import { expect, it, test } from 'vitest';
import { dayRange, rangeSentence, rangeTotals, spanOf } from './usage-days';

it('names the days of a range, with both years if they differ', () => {
  expect(dayRange({ from: '2026-11-02', to: '2026-11-04' })).toBe('Nov 2 – Nov 4, 2026');
  expect(dayRange({ from: '2025-12-31', to: '2026-11-04' })).toBe('Dec 31, 2025 – Nov 4, 2026');
  expect(dayRange({ from: '2026-11-02', to: '2026-11-02' })).toBe('Nov 2, 2026');
});

it("says what a range contains, and that today isn't over", () => {
  const week = { from: '2026-11-15', to: '2026-11-21' };
  expect(rangeSentence(week, '2026-11-21')).toBe(
    '7 days, Nov 15 – Nov 21, 2026 (UTC), today so far included.',
  );
  expect(rangeSentence(week, '2026-11-22')).toBe('7 days, Nov 15 – Nov 21, 2026 (UTC).');
  expect(rangeSentence({ from: '2026-11-02', to: '2026-11-02' }, '2026-11-21')).toBe(
    '1 day, Nov 2, 2026 (UTC).',
  );
});

const day = (date: string, requestCount: number, successCount: number, totalCost: number) => ({
  date,
  requestCount,
  successCount,
  totalTokens: 10,
  totalCost,
  unknownCostCount: 1,
});

test('a range adds up to the micro-dollar, and its success rate is of all executions', () => {
  expect(rangeTotals([day('2026-11-01', 3, 3, 0.1), day('2026-11-02', 1, 0, 0.2)])).toEqual({
    totalExecutions: 4,
    totalTokens: 20,
    estimatedCost: 0.3,
    unknownCostCount: 2,
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
