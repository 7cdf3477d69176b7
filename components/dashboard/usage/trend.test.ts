import { expect, it } from 'vitest';
import { trendPoints, trendRange, trendSummary } from './trend';

const days = [
  { date: '2026-11-02', requestCount: 40 },
  { date: '2026-11-03', requestCount: 1_188 },
  { date: '2026-11-04', requestCount: 0 },
];

it('names a day shortly on the axis and wholly in the tooltip', () => {
  expect(trendPoints(days)[1]).toEqual({
    key: '2026-11-03',
    label: 'Nov 3',
    fullLabel: 'Tue, Nov 3, 2026 UTC',
    value: 1_188,
    unfinished: false,
  });
});

it('says that today is not over', () => {
  expect(trendPoints(days).map((point) => point.fullLabel)).toEqual([
    'Mon, Nov 2, 2026 UTC',
    'Tue, Nov 3, 2026 UTC',
    'Wed, Nov 4, 2026 UTC, so far',
  ]);
});

it('says what is covered, with both years where they differ', () => {
  expect(trendRange(days)).toBe('Nov 2 – Nov 4, 2026, UTC');
  expect(trendRange([{ date: '2025-12-31', requestCount: 0 }, ...days])).toBe(
    'Dec 31, 2025 – Nov 4, 2026, UTC',
  );
  expect(trendRange(days.slice(0, 1))).toBe('Nov 2, 2026, UTC');
  expect(trendRange([])).toBe('');
});

it('puts the line in words', () => {
  expect(trendSummary(days)).toBe(
    'Line chart of executions per day, Nov 2 – Nov 4, 2026, UTC: 1,228 executions in all, the most on Nov 3 with 1,188.',
  );
});
