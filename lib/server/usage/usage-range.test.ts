import { expect, test } from 'vitest';
import { daysBefore, sameDaysOfLastMonth } from './usage-range';

test('the days before a range are as many, and end the day before it', () => {
  expect(daysBefore({ from: '2026-03-01', to: '2026-03-07' })).toEqual({
    from: '2026-02-22',
    to: '2026-02-28',
  });
  expect(daysBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({
    from: '2026-02-28',
    to: '2026-02-28',
  });
});

test('the same days of last month end with that month if it is shorter', () => {
  expect(sameDaysOfLastMonth({ from: '2026-11-01', to: '2026-11-21' })).toEqual({
    from: '2026-10-01',
    to: '2026-10-21',
  });
  expect(sameDaysOfLastMonth({ from: '2026-03-01', to: '2026-03-31' })).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
  });
  expect(sameDaysOfLastMonth({ from: '2028-03-01', to: '2028-03-30' }).to).toBe('2028-02-29');
  expect(sameDaysOfLastMonth({ from: '2026-01-01', to: '2026-01-31' })).toEqual({
    from: '2025-12-01',
    to: '2025-12-31',
  });
});
