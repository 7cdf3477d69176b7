import { addDays, addMonths, type Day, dayOf, startOfDay } from '@/lib/rules/day';
import type { Database } from '@/lib/server/database/database';
import { type ServerContext, serverContext } from '@/lib/server/runtime/context';
import { SeededRandom } from '@/prisma/seed/seeded-random';

/** Contexts whose clock follows the history of an account, but never goes past the present. */
export interface Timeline {
  readonly present: Date;
  readonly today: Day;
  at(instant: Date): ServerContext;
  /**
   * On a working day: a weekend gives its Friday.
   * @param time UTC, `HH:MM`
   */
  daysAgo(count: number, time: string): ServerContext;
  /**
   * On a day of the month that began so many months ago; 0 is the present month.
   * @param time UTC, `HH:MM`
   */
  monthsAgo(count: number, dayOfMonth: number, time: string): ServerContext;
}

/** @param name seeds the ids and secrets, so that they don't hang on what other accounts do */
export function timeline(db: Database, present: Date, name: string): Timeline {
  const random = new SeededRandom(name);
  const today = dayOf(present);
  const at = (instant: Date): ServerContext => {
    const now = instant < present ? instant : present;
    return { ...serverContext(db), now: () => new Date(now), randomBytes: (size) => random.bytes(size) };
  };
  const atTime = (day: Day, time: string) => at(new Date(`${day}T${time}:00.000Z`));
  return {
    present,
    today,
    at,
    daysAgo: (count, time) => atTime(workingDay(addDays(today, -count)), time),
    monthsAgo: (count, dayOfMonth, time) => atTime(addDays(addMonths(today, -count), dayOfMonth - 1), time),
  };
}

/** The day itself, or the Friday before if it is a Saturday or Sunday. */
export function workingDay(day: Day): Day {
  const weekday = startOfDay(day).getUTCDay();
  return addDays(day, weekday === 6 ? -1 : weekday === 0 ? -2 : 0);
}
