import { z } from 'zod';
import './zod-in-browsers';
import { limits } from '@/lib/config/limits';

const rowStatuses = ['HELD', 'PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELED', 'SKIPPED'] as const;

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

/** Which rows and columns a run's sheet has, and in what format. */
export const sheetChoice = z.object({
  format: z.enum(['CSV', 'JSONL', 'XLSX'], 'format is csv, jsonl, or xlsx.').nullish(),
  columns: z
    .array(z.string())
    .min(1, 'columns names at least one column.')
    .refine((columns) => new Set(columns).size === columns.length, 'columns names each column once.')
    .nullish(),
  status: z.enum(rowStatuses, `status is one of ${rowStatuses.join(', ').toLowerCase()}.`).nullish(),
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
  callbacks: z
    .array(
      z.object({
        url: z.string(),
        progress: z
          .boolean()
          .nullish()
          .transform((reports) => reports ?? false),
      }),
    )
    .nullish()
    .transform((callbacks) => callbacks ?? []),
});
