import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { z } from 'zod';
import { limits } from '@/lib/config/limits';

const params = z.object(
  {
    query: z.string('Send the GraphQL document in "query", as a string.'),
    variables: z.record(z.string(), z.unknown(), 'Send "variables" as a JSON object.').nullish(),
    operationName: z.string('Send "operationName" as a string.').nullish(),
  },
  'Send a JSON object with "query" and, where the document needs them, "variables". Batches are not supported.',
);

/** Yoga plugin: takes requests as JSON of a bounded size, and no other way. */
export const requestBody: Plugin = {
  onRequestParse: ({ setRequestParser }) => setRequestParser(readParams),
};

/** @throws GraphQLError with HTTP status 400 for what is no request, 413 over the size, 415 for another type */
async function readParams(request: Request): Promise<GraphQLParams> {
  if (!/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw refusal(415, 'Send the query as JSON, with the header Content-Type: application/json.');
  }
  let body: unknown;
  try {
    body = JSON.parse(await readText(request));
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal(400, 'The request body is not valid JSON.');
    throw error;
  }
  const parsed = params.safeParse(body);
  if (!parsed.success) throw refusal(400, parsed.error.issues[0]?.message ?? 'The request is not valid.');
  const { query, variables, operationName } = parsed.data;
  return { query, variables: variables ?? {}, ...(operationName && { operationName }) };
}

/** Reads the body, and stops as soon as it is too large: a chunked one does not announce its size. */
async function readText(request: Request): Promise<string> {
  const max = limits.graphql.bodyBytes;
  const tooLarge = () => refusal(413, `A request has at most ${max / 1024} KiB.`);
  const announced = Number(request.headers.get('content-length') ?? Number.NaN);
  if (announced > max) throw tooLarge();
  if (announced >= 0) return request.text();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > max) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refusal(status: number, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { http: { status } } });
}
