import { expect, it } from 'vitest';
import { besides, dayRange, monthSentence, rangeSentence } from './period-text';

it('names the days of a range, with both years where they differ', () => {
  expect(dayRange({ from: '2026-11-02', to: '2026-11-04' })).toBe('Nov 2 – Nov 4, 2026');
  expect(dayRange({ from: '2025-12-31', to: '2026-11-04' })).toBe('Dec 31, 2025 – Nov 4, 2026');
  expect(dayRange({ from: '2026-11-02', to: '2026-11-02' })).toBe('Nov 2, 2026');
});

it('says what a range contains, and that today is not over', () => {
  const week = { from: '2026-11-15', to: '2026-11-21' };
  expect(rangeSentence(week, '2026-11-21')).toBe(
    '7 days, Nov 15 – Nov 21, 2026 (UTC), today so far included.',
  );
  expect(rangeSentence(week, '2026-11-22')).toBe('7 days, Nov 15 – Nov 21, 2026 (UTC).');
  expect(rangeSentence({ from: '2026-11-02', to: '2026-11-02' }, '2026-11-21')).toBe(
    '1 day, Nov 2, 2026 (UTC).',
  );
});

it('puts a change beside what it is counted from', () => {
  expect([besides('+6.2%', '1,134'), besides(null, '0')]).toEqual(['+6.2% from 1,134', '0 in those days']);
});

it('says that the month is not over, and what stands beside it', () => {
  expect(
    monthSentence({ from: '2026-11-01', to: '2026-11-21' }, { from: '2026-10-01', to: '2026-10-21' }),
  ).toBe('Nov 1 – Nov 21, 2026, today so far, beside Oct 1 – Oct 21, 2026');
});
