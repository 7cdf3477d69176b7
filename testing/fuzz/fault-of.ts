import { z } from 'zod';
import { errorCodes } from '@/lib/config/error-codes';
import { limits } from '@/lib/config/limits';
import { errorDocs, workflowErrors } from '@/lib/config/workflow-errors';

/** The response to one input, and what the input did. */
export interface Outcome {
  status: number;
  type: string | null;
  text: string;
  /** Seconds of processor time. */
  cpu: number;
  /** The writes to the database (testing/change-log.ts). */
  changes: readonly string[];
}

const codeOf = <Code extends string>(catalogue: Record<Code, unknown>) =>
  z.enum(Object.keys(catalogue) as [Code, ...Code[]]);

const leadsToItsDocs = ({ code, docs }: { code: Parameters<typeof errorDocs>[0]; docs: string }) =>
  docs === errorDocs(code);

const fault = z
  .strictObject({ path: z.string(), code: codeOf(workflowErrors), message: z.string(), docs: z.string() })
  .refine(leadsToItsDocs);

const extensions = z
  .strictObject({
    code: codeOf(errorCodes),
    docs: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    retryAfter: z.int().optional(),
    faults: z.array(fault).optional(),
    requestId: z.string().optional(),
  })
  .refine(leadsToItsDocs);

const response = z.strictObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.strictObject({
        message: z.string().regex(/^\S.*[.?!…]$/s),
        locations: z.array(z.strictObject({ line: z.int(), column: z.int() })).optional(),
        path: z.array(z.union([z.string(), z.int()])).optional(),
        extensions,
      }),
    )
    .min(1)
    .optional(),
  // The results of a document's earlier mutations (graphql/completed-mutations.ts).
  extensions: z.strictObject({ done: z.record(z.string(), z.unknown()) }).optional(),
});

/** Internal words that no caller should read, unless the caller sent them. */
const internals =
  /prisma|sqlite|node_modules|file:\/\/\/\w+\/(?!passwd)|\.m?[jt]s:\d|\n\s+at |yoga|pothos|graphql-js|constraint failed|undefined \(|\[object /i;

/** The statuses of the API. */
const statuses = [200, 400, 405, 413, 415, 429];

/**
 * The fault of an outcome; null if there is none.
 * @param body of the request, as sent
 */
export function faultOf({ status, type, text, cpu, changes }: Outcome, body: string): string | null {
  if (!statuses.includes(status)) return `status ${status}: ${text}`;
  if (!type || !/^application\/(graphql-response\+)?json; charset=utf-8$/.test(type))
    return `an answer of type ${type}`;
  if (cpu > 1) return `${cpu.toFixed(1)} s of processor time`;
  if (Buffer.byteLength(text) > limits.graphql.answerBytes) return `an answer of ${text.length} characters`;
  const parsed = response.safeParse(JSON.parse(text));
  if (!parsed.success) return `an answer of another shape: ${z.prettifyError(parsed.error)}\n${text}`;
  const { data, errors = [], extensions } = parsed.data;
  if (errors.some(({ extensions }) => extensions.code === 'INTERNAL')) return `INTERNAL: ${text}`;
  const revealing = errors.map(({ message }) => message).find((message) => internals.test(message));
  if (revealing && !internals.test(body)) return `a message that tells of the inside: ${revealing}`;
  const returnedData = Object.values(data ?? extensions?.done ?? {}).some((value) => value !== null);
  if (changes.length > 0 && !returnedData) return `refused, and yet: ${changes.join(', ')}`;
  return null;
}
