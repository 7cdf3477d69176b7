import { z } from 'zod';
import { type ErrorCode, errorCodes } from '@/lib/config/error-codes';
import { limits } from '@/lib/config/limits';

/** What came back for one input, and what it did. */
export interface Outcome {
  status: number;
  type: string | null;
  text: string;
  /** Seconds of processor time. */
  cpu: number;
  /** What was written to the database (testing/change-log.ts). */
  changes: readonly string[];
}

const [code, ...codes] = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]];

const answer = z.strictObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.strictObject({
        message: z.string().regex(/^\S.*[.?!…]$/s),
        locations: z.array(z.strictObject({ line: z.int(), column: z.int() })).optional(),
        path: z.array(z.union([z.string(), z.int()])).optional(),
        extensions: z.strictObject({
          code: z.enum([code, ...codes]),
          fields: z.record(z.string(), z.string()).optional(),
          retryAfter: z.int().optional(),
          requestId: z.string().optional(),
        }),
      }),
    )
    .min(1)
    .optional(),
  // What a document's earlier mutations answered (graphql/done-mutations.ts).
  extensions: z.strictObject({ done: z.record(z.string(), z.unknown()) }).optional(),
});

/** Words of ours that no caller should read, unless the caller sent them. */
const internals =
  /prisma|sqlite|node_modules|file:\/\/\/\w+\/(?!passwd)|\.m?[jt]s:\d|\n\s+at |yoga|pothos|graphql-js|constraint failed|undefined \(|\[object /i;

/** The statuses with which the API answers. */
const statuses = [200, 400, 405, 413, 415, 429];

/**
 * What is wrong with an outcome; null where the input was met as it should be.
 * @param body of the request, as sent
 */
export function faultOf({ status, type, text, cpu, changes }: Outcome, body: string): string | null {
  if (!statuses.includes(status)) return `status ${status}: ${text}`;
  if (!type || !/^application\/(graphql-response\+)?json; charset=utf-8$/.test(type))
    return `an answer of type ${type}`;
  if (cpu > 1) return `${cpu.toFixed(1)} s of processor time`;
  if (Buffer.byteLength(text) > limits.graphql.answerBytes) return `an answer of ${text.length} characters`;
  const parsed = answer.safeParse(JSON.parse(text));
  if (!parsed.success) return `an answer of another shape: ${z.prettifyError(parsed.error)}\n${text}`;
  const { data, errors = [], extensions } = parsed.data;
  if (errors.some(({ extensions }) => extensions.code === 'INTERNAL')) return `INTERNAL: ${text}`;
  const telling = errors.map(({ message }) => message).find((message) => internals.test(message));
  if (telling && !internals.test(body)) return `a message that tells of the inside: ${telling}`;
  const answered = Object.values(data ?? extensions?.done ?? {}).some((value) => value !== null);
  if (changes.length > 0 && !answered) return `refused, and yet: ${changes.join(', ')}`;
  return null;
}
