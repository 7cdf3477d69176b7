import { z } from 'zod';
import './zod-in-browsers';
import { limits } from '@/lib/config/limits';

const { pairs, name, value } = limits.batchMetadata;

/** A batch as OpenAI's clients create it. */
export const batchStart = z.strictObject({
  input_file_id: z.string('input_file_id is the id of a file with the purpose batch.'),
  endpoint: z.literal('/v1/chat/completions', 'endpoint is /v1/chat/completions.'),
  completion_window: z.literal('24h', 'completion_window is 24h.'),
  metadata: z
    .record(
      z.string().max(name, `A name in metadata has at most ${name} characters.`),
      z
        .string('metadata is an object of strings.')
        .max(value, `A value in metadata has at most ${value} characters.`),
      'metadata is an object of strings.',
    )
    .refine((given) => Object.keys(given).length <= pairs, `metadata has at most ${pairs} values.`)
    .nullish(),
});

const limitUpTo = (most: number, usual: number) =>
  z.coerce
    .number(`limit is from 1 to ${most}.`)
    .int(`limit is from 1 to ${most}.`)
    .min(1, `limit is from 1 to ${most}.`)
    .max(most, `limit is from 1 to ${most}.`)
    .default(usual);

/** Which batches a list has, the newest first: the batches that follow another. */
export const batchPage = z.strictObject({ limit: limitUpTo(100, 20), after: z.string().optional() });

/** Which files a list has. */
export const batchFilePage = z.strictObject({
  limit: limitUpTo(1_000, 1_000),
  after: z.string().optional(),
  order: z.enum(['asc', 'desc'], 'order is asc or desc.').default('desc'),
  purpose: z.string().optional(),
});
