const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The largest unit that fits comes first; a month and a year are rounded ones. */
const units = [
  { unit: 'year', millis: 365 * DAY },
  { unit: 'month', millis: 30 * DAY },
  { unit: 'day', millis: DAY },
  { unit: 'hour', millis: HOUR },
  { unit: 'minute', millis: MINUTE },
] as const;

/**
 * How far a moment lies from now, in whole units of the largest that fits: `4 minutes ago`, `in 3 days`, `just now`.
 * @param at epoch milliseconds, as the API writes them; what is none is a dash
 */
export function formatRelative(at: string, now: number): string {
  const distance = Number(at) - now;
  if (at.trim() === '' || !Number.isFinite(distance)) return '—';
  const found = units.find(({ millis }) => Math.abs(distance) >= millis);
  return found ? relative.format(Math.trunc(distance / found.millis), found.unit) : 'just now';
}
