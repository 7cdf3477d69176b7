import { DAY_MS } from '@/lib/rules/day';

const relative = new Intl.RelativeTimeFormat('en-US');

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * The largest unit that fits comes first. Months and years are rounded, so they start at two: one year could mean
 * anything from 12 to 23 months.
 */
const units = [
  { unit: 'year', millis: 365 * DAY_MS, from: 2 },
  { unit: 'month', millis: 30 * DAY_MS, from: 2 },
  { unit: 'day', millis: DAY_MS, from: 1 },
  { unit: 'hour', millis: HOUR, from: 1 },
  { unit: 'minute', millis: MINUTE, from: 1 },
] as const;

/**
 * The distance of a moment from now, in whole units of the largest that fits: `4 minutes ago`, `in 3 days`, `just now`.
 * @param at epoch milliseconds, as the API writes them; anything else is a dash
 */
export function formatRelative(at: string, now: number): string {
  const distance = Number(at) - now;
  if (at.trim() === '' || !Number.isFinite(distance)) return '—';
  const found = units.find(({ millis, from }) => Math.abs(distance) >= from * millis);
  return found ? relative.format(Math.trunc(distance / found.millis), found.unit) : 'just now';
}
