import './zod-in-browsers';
import { z } from 'zod';
import { type Day, endsBeforeStart, yearProblem } from '@/lib/rules/day';

/** A calendar date, `YYYY-MM-DD`, that exists. */
export const calendarDate = z.iso.date('Enter a date as YYYY-MM-DD.');

/** A calendar date in the years that are asked for or stored. */
export const dayInYears = calendarDate.refine((day) => yearProblem(day) === null, {
  error: ({ input }) => yearProblem(String(input)) ?? undefined,
});

interface OptionalDays {
  from?: Day | null | undefined;
  to?: Day | null | undefined;
}

/** Refines filters with a first and a last day, each of which is optional. A backwards range would find nothing. */
export const daysInOrder: [(days: OptionalDays) => boolean, { path: string[]; error: string }] = [
  ({ from, to }: OptionalDays) => from == null || to == null || from <= to,
  { path: ['from'], error: endsBeforeStart },
];
