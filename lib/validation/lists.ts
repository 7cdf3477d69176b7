import { z } from 'zod';
import './zod-in-browsers';
import { limits } from '@/lib/config/limits';

/** The page of a list: its newest `limit` rows, or those after or before a cursor. */
export const page = z
  .object({
    limit: z
      .number()
      .int()
      .min(1, `A limit is from 1 to ${limits.list.max}.`)
      .max(limits.list.max, `A limit is from 1 to ${limits.list.max}.`)
      .nullish(),
    after: z.string().nullish(),
    before: z.string().nullish(),
  })
  .refine(({ after, before }) => !(after && before), {
    path: ['before'],
    message: 'Send after or before, not both.',
  });

export type Page = z.input<typeof page>;

/** Words to look for in a list. */
export const search = z
  .string()
  .trim()
  .max(limits.search.max, `A search has at most ${limits.search.max} characters.`)
  .nullish();
