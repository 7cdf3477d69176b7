import { z } from 'zod';
import './zod-in-browsers';
import { yearProblem } from '@/lib/rules/years';

/** A calendar date, `YYYY-MM-DD`, that exists. */
export const calendarDate = z.iso.date('Enter a date as YYYY-MM-DD.');

/** A calendar date in the years that are asked for or stored. */
export const dayInYears = calendarDate.refine((day) => yearProblem(day) === null, {
  error: ({ input }) => yearProblem(String(input)) ?? undefined,
});
