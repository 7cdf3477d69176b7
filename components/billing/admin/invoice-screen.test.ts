import { expect, test } from 'vitest';
import { invoicePeriod } from './invoice-screen';

const at = (...date: [number, number, number]) => String(Date.UTC(...date));

test('a period is named by its first and last day', () => {
  expect(invoicePeriod({ period_start: at(2026, 9, 1), period_end: at(2026, 10, 1) })).toBe(
    'Oct 1, 2026 – Oct 31, 2026',
  );
  expect(invoicePeriod({ period_start: at(2026, 9, 1), period_end: at(2026, 9, 2) })).toBe('Oct 1, 2026');
});

test('a missing or invalid date is a dash', () => {
  expect(invoicePeriod({ period_start: null, period_end: null })).toBe('—');
  expect(invoicePeriod({ period_start: at(2026, 9, 1), period_end: 'never' })).toBe('Oct 1, 2026 – —');
});
