import { limits } from '@/lib/config/limits';

/** A UTC calendar day, `YYYY-MM-DD`. */
export type Day = string;

export const DAY_MS = 86_400_000;

/** Whether a text is the name of a day that exists. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const millis = Date.parse(text);
  // Date.parse rolls 2026-02-30 over into March.
  return Number.isFinite(millis) && dayOf(new Date(millis)) === text;
}

/** The UTC day of an instant. */
export function dayOf(instant: Date): Day {
  return instant.toISOString().slice(0, 10);
}

/** The first instant of a day. */
export function startOfDay(day: Day): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

/** The first instant after a day. */
export function endOfDay(day: Day): Date {
  return new Date(startOfDay(day).getTime() + DAY_MS);
}

/** The day `count` days after another; before it if the count is negative. */
export function addDays(day: Day, count: number): Day {
  return dayOf(new Date(startOfDay(day).getTime() + count * DAY_MS));
}

/** How many days a range has, both ends included. */
export function daysIn(from: Day, to: Day): number {
  return Math.round((startOfDay(to).getTime() - startOfDay(from).getTime()) / DAY_MS) + 1;
}

/** The first day of a day's month. */
export function monthOf(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}

/** The first day of the month `count` months after a day's; before it if the count is negative. */
export function addMonths(day: Day, count: number): Day {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return dayOf(new Date(Date.UTC(year, month - 1 + count, 1)));
}

/** The Monday of a day's ISO week. */
export function weekOf(day: Day): Day {
  return addDays(day, -((startOfDay(day).getUTCDay() + 6) % 7));
}

/** The years in which days are asked for or stored: there they compare as text, and both databases keep them. */
const years = { first: '1970-01-01', last: '2999-12-31' };

/** The error for a day outside those years; null for a day inside. */
export const yearProblem = (day: Day): string | null =>
  day < years.first || day > years.last ? 'Choose a day in the years 1970 to 2999.' : null;

/** The message for a range that runs backwards. */
export const endsBeforeStart = 'A range starts on or before the day it ends.';

/** A sentence under the name of the wrong end of a range of usage; null if the range is valid. */
export function rangeProblem(from: Day, to: Day): { from: string } | { to: string } | null {
  if (to > years.last) return { to: 'A range lies in the years 1970 to 2999.' };
  if (from < years.first) return { from: 'A range lies in the years 1970 to 2999.' };
  if (from > to) return { from: endsBeforeStart };
  if (daysIn(from, to) > limits.usage.maxDays)
    return { from: `A range has at most ${limits.usage.maxDays} days.` };
  return null;
}
