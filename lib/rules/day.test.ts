import { expect, test } from 'vitest';
import { addDays, addMonths, daysIn, endOfDay, isDay, monthOf, weekOf } from './day';

test('a day is four, two and two digits, and exists', () => {
  expect(['2026-11-21', '2028-02-29', '0001-01-01', '9999-12-31'].map(isDay)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  for (const text of ['', '2026-11-2', '2026-02-29', '2026-13-01', '2026-11-21T00:00', '+02026-11-21', 'x'])
    expect(isDay(text), text).toBe(false);
});

test('days, months and weeks are counted over the ends of months and years', () => {
  expect([addDays('2026-12-31', 1), addDays('2028-03-01', -1)]).toEqual(['2027-01-01', '2028-02-29']);
  expect([addMonths('2026-12-31', 1), addMonths('2026-01-15', -1)]).toEqual(['2027-01-01', '2025-12-01']);
  expect(monthOf('2026-11-21')).toBe('2026-11-01');
  expect(['2026-11-22', '2026-11-23', '2027-01-01'].map(weekOf)).toEqual([
    '2026-11-16',
    '2026-11-23',
    '2026-12-28',
  ]);
});

test('a range counts both its ends, and a day ends where the next begins', () => {
  expect([daysIn('2026-11-21', '2026-11-21'), daysIn('2026-02-01', '2026-03-01')]).toEqual([1, 29]);
  expect(endOfDay('2026-12-31').toISOString()).toBe('2027-01-01T00:00:00.000Z');
});
