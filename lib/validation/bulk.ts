import { z } from 'zod';
import './zod-in-browsers';
import { limits } from '@/lib/config/limits';

/** The options of an upload. */
export const bulkUpload = z.object({
  sheet: z
    .string()
    .max(200)
    .nullish()
    .transform((sheet) => sheet ?? undefined),
  keyColumn: z
    .string()
    .max(200)
    .nullish()
    .transform((column) => column?.trim() || undefined),
});

const { min, max, default: usual } = limits.bulkConcurrency;

/** How the rows of a bulk run are run. */
export const bulkStart = z.object({
  concurrency: z
    .number()
    .int()
    .min(min, `concurrency is from ${min} to ${max}.`)
    .max(max, `concurrency is from ${min} to ${max}.`)
    .nullish()
    .transform((rows) => rows ?? usual),
  stopAfterFailures: z.number().int().min(1, 'stopAfterFailures is at least 1.').nullish(),
  stopAfterCost: z.number().positive('stopAfterCost is more than 0, in US dollars.').nullish(),
  tryRows: z
    .number()
    .int()
    .min(1, 'tryRows is from 1 to 100.')
    .max(100, 'tryRows is from 1 to 100.')
    .nullish(),
});
