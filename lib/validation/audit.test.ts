import { expect, test } from 'vitest';
import { daysProblem } from './audit';

const days = (from: string | null, to: string | null) => daysProblem({ from, to });

test('either day may be missing, and both may be the same', () => {
  expect(days(null, null)).toBeNull();
  expect(days('2026-11-01', null)).toBeNull();
  expect(days(null, '2026-11-01')).toBeNull();
  expect(days('2026-11-01', '2026-11-01')).toBeNull();
});

test.each(['yesterday', '2026-02-30', '2026-1-1', '20260101'])("%s isn't a date", (day) => {
  expect(days(day, null)).toEqual({ from: 'Enter a complete date.' });
  expect(days(null, day)).toEqual({ to: 'Enter a complete date.' });
});

test('the first and the last day of those years may be chosen', () => {
  expect(days('1970-01-01', '2999-12-31')).toBeNull();
});

test('a range runs forward, in years that make sense', () => {
  expect(days('2026-11-02', '2026-11-01')).toEqual({ from: 'Choose a day on or before the last one.' });
  expect(days('0026-11-02', null)).toEqual({ from: 'Choose a day in the years 1970 to 2999.' });
  expect(days(null, '3000-01-01')).toEqual({ to: 'Choose a day in the years 1970 to 2999.' });
});
