import { z } from 'zod';
import './zod-in-browsers';
import { auditActions } from '@/lib/config/audit-actions';
import { type Day, isDay } from '@/lib/rules/day';
import { calendarDate } from '@/lib/validation/calendar-date';

export const auditFilters = z.object({
  userId: z.string().nullish(),
  action: z.enum(auditActions, 'There is no such action. Choose one from the list.').nullish(),
  /** First and last UTC day, both included. */
  from: calendarDate.nullish(),
  to: calendarDate.nullish(),
});

export type AuditFilters = Omit<z.input<typeof auditFilters>, 'action'> & { action?: string | null };

/** Years with four digits that people plausibly mean; other days don't compare as text. */
const years = { first: '1970-01-01', last: '2999-12-31' };

/**
 * What is wrong with the days of a filter, each of which is optional: a sentence under the name of the day; null if
 * nothing is.
 */
export function auditDaysProblem({
  from,
  to,
}: {
  from: string | null;
  to: string | null;
}): { from: string } | { to: string } | null {
  const wrong = (day: Day) => {
    if (!isDay(day)) return 'Enter a complete date.';
    return day < years.first || day > years.last ? 'Choose a day in the years 1970 to 2999.' : null;
  };
  const problems = { from: from === null ? null : wrong(from), to: to === null ? null : wrong(to) };
  if (problems.from) return { from: problems.from };
  if (problems.to) return { to: problems.to };
  return from !== null && to !== null && from > to
    ? { from: 'Choose a day on or before the last one.' }
    : null;
}
