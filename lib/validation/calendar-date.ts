import { z } from 'zod';
import './zod-in-browsers';

/** A calendar date, `YYYY-MM-DD`, that exists. */
export const calendarDate = z.iso.date('Enter a date as YYYY-MM-DD.');
