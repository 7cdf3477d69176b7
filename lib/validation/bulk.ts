import { z } from 'zod';
import './zod-in-browsers';
import { limits } from '@/lib/config/limits';
import { search } from '@/lib/validation/lists';

const optionalText = z
  .string()
  .max(200)
  .nullish()
  .transform((text) => text ?? undefined);

const rowStatuses = ['HELD', 'PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELED', 'SKIPPED'] as const;

/** The options of an upload. */
export const bulkUpload = z.object({
  sheet: optionalText,
  keyColumn: optionalText.transform((column) => column?.trim() || undefined),
});

/** The message about a value that is none of some words, which are in lower case in an address. */
const noneOf =
  (name: string, words: readonly string[]) =>
  ({ input }: { input?: unknown }): string => {
    const known = words.map((word) => word.toLowerCase());
    const given = String(input).toLowerCase().slice(0, 40);
    return `${name} is “${given}”. Send ${known.slice(0, -1).join(', ')}, or ${known.at(-1)}.`;
  };

const formats = ['CSV', 'JSONL', 'XLSX'] as const;

/** Which rows and columns a run's sheet has, and in what format. */
export const sheetChoice = z.object({
  format: z.enum(formats, { error: noneOf('format', formats) }).nullish(),
  columns: z
    .array(z.string())
    .min(1, 'columns names at least one column.')
    .refine((columns) => new Set(columns).size === columns.length, 'columns names each column once.')
    .nullish(),
  status: z.enum(rowStatuses, { error: noneOf('status', rowStatuses) }).nullish(),
  withSteps: z.boolean('withSteps is true or false.').nullish(),
});

const whole = (name: string, { min, max }: { min: number; max: number }) =>
  z
    .number()
    .int()
    .min(min, `${name} is from ${min} to ${max}.`)
    .max(max, `${name} is from ${min} to ${max}.`)
    .nullish();

const { default: usual, ...concurrencyBounds } = limits.bulkConcurrency;
const { rows: mostTried, condition } = limits.bulkRun;

export const trySelections = ['FIRST', 'SPREAD'] as const;
export type TrySelection = (typeof trySelections)[number];

/** US dollars. */
const stopAfterCost = z
  .number()
  .positive('stopAfterCost is more than 0, in US dollars.')
  .max(1_000_000, 'stopAfterCost is at most 1,000,000, in US dollars.')
  .nullish();

/** How the rows of a bulk run are run. */
export const bulkStart = z
  .object({
    concurrency: whole('concurrency', concurrencyBounds).transform((rows) => rows ?? usual),
    stopAfterFailures: z.number().int().min(1, 'stopAfterFailures is at least 1.').nullish(),
    stopAfterCost,
    onlyIf: z
      .string()
      .max(condition, `onlyIf has at most ${condition.toLocaleString('en-US')} characters.`)
      .nullish()
      .transform((source) => source?.trim() || null),
    tryRows: whole('tryRows', { min: 1, max: mostTried }),
    trySelection: z.enum(trySelections).nullish(),
    tryLines: z
      .array(z.number().int())
      .min(1, 'tryLines names at least one line.')
      .max(mostTried, `tryLines names at most ${mostTried} lines.`)
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
  })
  .refine(({ tryRows, tryLines }) => tryRows == null || tryLines == null, {
    path: ['tryLines'],
    message: 'Send tryRows or tryLines, not both.',
  })
  .refine(({ tryRows, trySelection }) => tryRows != null || trySelection == null, {
    path: ['tryRows'],
    message: 'Send tryRows with trySelection: how many rows to try.',
  });

/** The part of a start that says how its rows are run. */
export type BulkHow = z.input<typeof bulkStart>;

/** The new limit of a run that continues; without one, it keeps its own. */
export const continuedRun = z.object({ stopAfterCost });

/** The rows of a retry, by their ids; all if none are named. */
export const retriedRows = continuedRun.extend({
  rows: z
    .array(z.string())
    .min(1, 'rows names at least one row.')
    .max(limits.list.max, `rows names at most ${limits.list.max.toLocaleString('en-US')} rows.`)
    .nullish(),
});

const bulkStatuses = [
  'QUEUED',
  'RUNNING',
  'TRIED',
  'STOPPED',
  'CANCELED',
  'COMPLETED',
  'COMPLETED_WITH_FAILURES',
  'FAILED',
] as const;

/** The filters of a list of bulk runs. */
export const bulkFilters = z.object({
  userId: z.string().nullish(),
  /** Part of a name, or the beginning of a run's id. */
  name: search,
  status: z.enum(bulkStatuses).nullish(),
});

export type BulkFilters = z.input<typeof bulkFilters>;
