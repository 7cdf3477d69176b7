import { expect, test } from 'vitest';
import { dayInYears } from './calendar-date';

test.each(['1970-01-01', '2999-12-31'])('a day in the years of both databases is taken: %s', (day) => {
  expect(dayInYears.parse(day)).toBe(day);
});

test.each(['0000-01-01', '1969-12-31', '3000-01-01', '9999-12-31'])(
  'a day outside of them is refused: %s',
  (day) => {
    expect(dayInYears.safeParse(day).error?.issues.map(({ message }) => message)).toEqual([
      'Choose a day in the years 1970 to 2999.',
    ]);
  },
);

test('an invalid date gets an error that says how to write one', () => {
  expect(dayInYears.safeParse('tomorrow').error?.issues[0]?.message).toBe('Enter a date as YYYY-MM-DD.');
});
