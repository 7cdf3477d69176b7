import { limits } from '@/lib/config/limits';
import { type Day, daysIn } from '@/lib/rules/day';

/** Days after the year 9999 don't have four-digit years, so they no longer compare as text. */
const years = { first: '1970-01-01', last: '2999-12-31' };

/** What is wrong with a range of usage: a sentence under the name of the wrong end; null if nothing is. */
export function rangeProblem(from: Day, to: Day): { from: string } | { to: string } | null {
  if (to > years.last) return { to: 'A range lies in the years 1970 to 2999.' };
  if (from < years.first) return { from: 'A range lies in the years 1970 to 2999.' };
  if (from > to) return { from: 'A range starts on or before the day it ends.' };
  if (daysIn(from, to) > limits.usage.maxDays)
    return { from: `A range has at most ${limits.usage.maxDays} days.` };
  return null;
}
