import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { limits } from '@/lib/config/limits';
import { addDays, addMonths, type Day, dayOf, daysIn, monthOf, rangeProblem, weekOf } from '@/lib/rules/day';
import { badInput } from '@/lib/server/errors';
import type { RangeInput } from '@/lib/validation/usage';

/** Days read per turn of the event loop: other calls run in between, and memory stays bounded. */
const DAYS_AT_ONCE = 100;

export type Timeframe = 'daily' | 'weekly' | 'monthly';

/** First and last day, both included. */
export interface UsageRange {
  from: Day;
  to: Day;
}

/**
 * The requested range. Default: 30 days, 12 weeks or 12 months that end today.
 * @throws AppError BAD_USER_INPUT if it runs backwards, exceeds 1,000 days, leaves the years 1970 to 2999, or is given
 *   both in days and by its ends
 */
export function usageRange(
  { from, to, days }: RangeInput,
  now: Date,
  timeframe: Timeframe = 'daily',
): UsageRange {
  const last = to ?? dayOf(now);
  if (days != null) {
    if (from != null || to != null) throw badInput({ days: 'Send days, or from and to, not both.' });
    return { from: addDays(last, 1 - days), to: last };
  }
  const first = from ?? defaultStart(last, timeframe);
  const problem = rangeProblem(first, last);
  if (problem) throw badInput({ ...problem });
  return { from: first, to: last };
}

function defaultStart(last: Day, timeframe: Timeframe): Day {
  switch (timeframe) {
    case 'daily':
      return addDays(last, 1 - limits.usage.defaultDays);
    case 'weekly':
      return addDays(weekOf(last), 7 * (1 - limits.usage.defaultWeeks));
    case 'monthly':
      return addMonths(monthOf(last), 1 - limits.usage.defaultMonths);
  }
}

/** The range of equal length just before a range. */
export function daysBefore({ from, to }: UsageRange): UsageRange {
  return { from: addDays(from, -daysIn(from, to)), to: addDays(from, -1) };
}

/** The same days of the previous month, for a range that starts on the 1st. Ends with that month if it is shorter. */
export function sameDaysOfLastMonth({ from, to }: UsageRange): UsageRange {
  const first = addMonths(from, -1);
  const last = addDays(first, daysIn(from, to) - 1);
  return { from: first, to: last < from ? last : addDays(from, -1) };
}

/** The parts of a range. The caller reads each in its own turn of the event loop. */
export async function* daysInParts({ from, to }: UsageRange): AsyncGenerator<UsageRange> {
  for (let first = from; first <= to; first = addDays(first, DAYS_AT_ONCE)) {
    // Reads are synchronous, so awaiting one doesn't let other calls run.
    if (first > from) await yieldToEventLoop();
    const last = addDays(first, DAYS_AT_ONCE - 1);
    yield { from: first, to: last < to ? last : to };
  }
}
