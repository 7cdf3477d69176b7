import { limits } from '@/lib/config/limits';
import { type Day, isDay } from '@/lib/rules/day';
import { rangeProblem } from '@/lib/validation/range-problem';

/** The ranges that end today and are chosen with one press, in days. */
export const presets = [7, 30, 90] as const;

/** So many days up to today, which the server knows; or two UTC days, both included. */
export type ChosenRange = { days: (typeof presets)[number] } | { from: Day; to: Day };

export const defaultRange = { days: limits.usage.defaultDays } satisfies ChosenRange;

const names = ['days', 'from', 'to'];

/**
 * The range that an address names: `?days=7`, or `?from=2026-10-01&to=2026-10-31`; without any, the last 30 days.
 * @returns null where it names one that there is not
 */
export function readRange(address: URLSearchParams): ChosenRange | null {
  const named = names.filter((name) => address.has(name));
  if (named.length === 0) return defaultRange;
  if (named.join() === 'days') {
    const days = presets.find((preset) => String(preset) === address.get('days'));
    return days ? { days } : null;
  }
  const [from, to] = [address.get('from') ?? '', address.get('to') ?? ''];
  return isDay(from) && isDay(to) && named.join() === 'from,to' && !rangeProblem(from, to)
    ? { from, to }
    : null;
}

/** The query string that names a range, what else the address holds kept; the default range needs no name. */
export function writeRange(range: ChosenRange, address: URLSearchParams): string {
  const next = new URLSearchParams(address);
  for (const name of names) next.delete(name);
  if ('from' in range) {
    next.set('from', range.from);
    next.set('to', range.to);
  } else if (range.days !== defaultRange.days) next.set('days', String(range.days));
  return next.toString();
}
