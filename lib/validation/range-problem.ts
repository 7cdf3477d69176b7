import { limits } from '@/lib/config/limits';
import { type Day, daysIn } from '@/lib/rules/day';
import { years } from '@/lib/rules/years';

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
