import { z } from 'zod';
import './zod-in-browsers';
import { limits, repriceLimits } from '@/lib/config/limits';
import { calendarDate } from '@/lib/validation/calendar-date';

const topMessage = `A limit is from 1 to ${limits.top.max}.`;
const bucketMessage = `A limit is from 1 to ${limits.list.max}.`;
const daysMessage = `Days are from 1 to ${limits.usage.maxDays}.`;

/** First and last UTC day, both included, or a number of days up to today. Missing ends get the default range's. */
const range = {
  from: calendarDate.nullish(),
  to: calendarDate.nullish(),
  days: z.number().int().min(1, daysMessage).max(limits.usage.maxDays, daysMessage).nullish(),
};

export const rangeInput = z.object(range);

export const usageInput = z.object({
  ...range,
  timeframe: z.enum(['daily', 'weekly', 'monthly'], 'A timeframe is daily, weekly or monthly.'),
  limit: z.number().int().min(1, bucketMessage).max(limits.list.max, bucketMessage).nullish(),
});

export const topInput = z.object({
  ...range,
  limit: z.number().int().min(1, topMessage).max(limits.top.max, topMessage).nullish(),
});

const filterOf = (what: string) =>
  z
    .array(z.string().max(limits.workflowName.max * 4))
    .max(repriceLimits.filter, `${what} has at most ${repriceLimits.filter} names.`)
    .nullish();

/** Which calls are priced, and on which model: `provider/model`, or without it each on its own. */
export const repriceInput = z.object({
  userId: z.string().nullish(),
  from: calendarDate.nullish(),
  to: calendarDate.nullish(),
  model: z
    .string()
    .nullish()
    .transform((model) => model ?? null),
  models: filterOf('models'),
  templates: filterOf('templates'),
});

export type RepriceInput = z.input<typeof repriceInput>;
export type RangeInput = z.input<typeof rangeInput>;
export type UsageInput = Omit<z.input<typeof usageInput>, 'timeframe'> & { timeframe: string };
export type TopInput = z.input<typeof topInput>;
