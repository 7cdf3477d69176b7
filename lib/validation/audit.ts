import './zod-in-browsers';
import { z } from 'zod';
import { auditActions } from '@/lib/config/audit-actions';
import { type Day, isDay, yearProblem } from '@/lib/rules/day';
import { dayInYears, daysInOrder } from '@/lib/validation/calendar-date';

export const auditFilters = z
  .object({
    userId: z.string().nullish(),
    action: z.enum(auditActions, 'There is no such action. Choose one from the list.').nullish(),
    /** First and last UTC day, both included. */
    from: dayInYears.nullish(),
    to: dayInYears.nullish(),
  })
  .refine(...daysInOrder);

export type AuditFilters = Omit<z.input<typeof auditFilters>, 'action'> & { action?: string | null };

/**
 * The faults of a filter's days, each of which is optional: a sentence under the name of the day; null if
 * nothing is.
 */
export function daysProblem({
  from,
  to,
}: {
  from: string | null;
  to: string | null;
}): { from: string } | { to: string } | null {
  const wrong = (day: Day) => (isDay(day) ? yearProblem(day) : 'Enter a complete date.');
  const problems = { from: from === null ? null : wrong(from), to: to === null ? null : wrong(to) };
  if (problems.from) return { from: problems.from };
  if (problems.to) return { to: problems.to };
  return from !== null && to !== null && from > to
    ? { from: 'Choose a day on or before the last one.' }
    : null;
}
