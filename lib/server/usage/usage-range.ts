import { limits } from '@/lib/config/limits';
import { addDays, addMonths, type Day, dayOf, daysIn, monthOf, weekOf } from '@/lib/server/calendar';
import { badInput } from '@/lib/server/errors';

export type Timeframe = 'daily' | 'weekly' | 'monthly';

/** First and last day, both included. */
export interface UsageRange {
  from: Day;
  to: Day;
}

/** Beyond year 9999 a day has no four-digit name, and days no longer compare as text. */
const years = { first: '1970-01-01', last: '2999-12-31' };

/**
 * The range asked for, else the one that ends today: 30 days, 12 weeks or 12 months.
 * @throws AppError BAD_USER_INPUT where it runs backwards, is longer than 1,100 days or leaves the years 1970 to 2999
 */
export function usageRange(
  { from, to }: { from?: Day | null; to?: Day | null },
  now: Date,
  timeframe: Timeframe = 'daily',
): UsageRange {
  const last = to ?? dayOf(now);
  const first = from ?? defaultStart(last, timeframe);
  if (last > years.last || first < years.first) {
    throw badInput({ [last > years.last ? 'to' : 'from']: 'A range lies in the years 1970 to 2999.' });
  }
  if (first > last) throw badInput({ from: 'A range starts on or before the day it ends.' });
  if (daysIn(first, last) > limits.usage.maxDays) {
    throw badInput({ from: `A range has at most ${limits.usage.maxDays} days.` });
  }
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
