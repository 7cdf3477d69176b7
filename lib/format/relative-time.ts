import { type DateInput, missingDate, parseDate } from './date';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const days = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const counted = new Intl.RelativeTimeFormat('en-US', { numeric: 'always', style: 'short' });
const say = (amount: number, unit: 'minute' | 'hour' | 'month' | 'year') =>
  counted.format(amount, unit).replace('.', '');

/** Whole UTC days between two instants, so that `yesterday` is yesterday's date. */
const daysBetween = (from: number, to: number) => Math.floor(to / day) - Math.floor(from / day);

/** At least one: 30 days are a month and 365 a year, whatever the mean length says. */
const wholeUnits = (amount: number, size: number) => Math.trunc(amount / size) || Math.sign(amount);

/**
 * How far `value` is from `now` (both epoch milliseconds): `just now`, `4 min ago`, `yesterday`, `in 3 days`.
 * A dash where there is no date. `now` is passed in so that the answer depends on nothing else.
 */
export function formatRelativeTime(value: DateInput, now: number): string {
  const at = parseDate(value);
  if (at === null) return missingDate;
  const distance = Math.abs(at - now);
  if (distance < minute) return at <= now ? 'just now' : 'in under a minute';
  if (distance < hour) return say(Math.trunc((at - now) / minute), 'minute');
  if (distance < day) return say(Math.trunc((at - now) / hour), 'hour');
  const distanceInDays = daysBetween(now, at);
  if (Math.abs(distanceInDays) < 30) return days.format(distanceInDays, 'day');
  if (Math.abs(distanceInDays) < 365) return say(wholeUnits(distanceInDays, 30.44), 'month');
  return say(wholeUnits(distanceInDays, 365.25), 'year');
}
