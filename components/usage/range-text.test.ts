import { expect, it } from 'vitest';
import { dayRange, rangeSentence } from './range-text';

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
