import { addDays, addMonths, daysIn } from '@/lib/rules/day';
import type { UsageRange } from '@/lib/server/usage/usage-range';

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
