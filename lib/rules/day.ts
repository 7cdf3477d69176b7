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
