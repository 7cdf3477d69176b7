'use client';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { limits } from '@/lib/config/limits';
import { type Day, isDay } from '@/lib/rules/day';
import { rangeProblem } from '@/lib/validation/range-problem';

/**
 * The range in the page's address, and a way to choose another, which adds a step to the browser's history.
 * @returns `valid` false if the address contains no valid range, and `range` is the default; `named` whether the address
 *   contains any
 */
export function useChosenRange() {
  const query = useSearchParams().toString();
  return useMemo(() => {
    const address = new URLSearchParams(query);
    const read = readRange(address);
    return {
      range: read ?? defaultRange,
      valid: read !== null,
      named: isNamed(address),
      choose: (next: ChosenRange) => {
        // The browser's own address: a second quick press comes before the first is rendered.
        const address = new URLSearchParams(window.location.search);
        const search = writeRange(next, address);
        if (search === address.toString()) return;
        window.history.pushState(null, '', search ? `?${search}` : window.location.pathname);
      },
    };
  }, [query]);
}

/** The ranges up to today that take one press, in days. */
export const presets = [7, 30, 90] as const;

/** A number of days up to the server's today, or two UTC days, both included. */
export type ChosenRange = { days: (typeof presets)[number] } | { from: Day; to: Day };

const defaultRange = { days: limits.usage.defaultDays } satisfies ChosenRange;

const names = ['days', 'from', 'to'];

const isNamed = (address: URLSearchParams): boolean => names.some((name) => address.has(name));

/**
 * The range in an address: `?days=7`, or `?from=2026-10-01&to=2026-10-31`; the last 30 days if it contains none.
 * @returns null if the range is invalid
 */
export function readRange(address: URLSearchParams): ChosenRange | null {
  if (!isNamed(address)) return defaultRange;
  const named = names.filter((name) => address.has(name));
  if (named.join() === 'days') {
    const days = presets.find((preset) => String(preset) === address.get('days'));
    return days ? { days } : null;
  }
  const [from, to] = [address.get('from') ?? '', address.get('to') ?? ''];
  return isDay(from) && isDay(to) && named.join() === 'from,to' && !rangeProblem(from, to)
    ? { from, to }
    : null;
}

/** The query string for a range, with the address's other values; the default range is left out. */
export function writeRange(range: ChosenRange, address: URLSearchParams): string {
  const next = new URLSearchParams(address);
  for (const name of names) next.delete(name);
  if ('from' in range) {
    next.set('from', range.from);
    next.set('to', range.to);
  } else if (range.days !== defaultRange.days) next.set('days', String(range.days));
  return next.toString();
}
