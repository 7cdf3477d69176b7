import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { z } from 'zod';
import { limits } from '@/lib/config/limits';
import { readBoundedText } from '@/lib/server/read-bounded-text';

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
  const max = limits.graphql.bodyBytes;
  const text = await readBoundedText(request, max).catch(refuseAborted);
  if (text === null) throw refusal(413, `A request has at most ${max / 1024} KiB.`);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal(400, 'The request body is not valid JSON.');
    throw error;
  }
  const parsed = params.safeParse(body);
  if (!parsed.success) throw refusal(400, parsed.error.issues[0]?.message ?? 'The request is not valid.');
  const { query, variables, operationName } = parsed.data;
  if (query.length > limits.graphql.documentLength)
    throw refusal(
      413,
      `A document has at most ${limits.graphql.documentLength} characters. Send long values as variables.`,
    );
  return { query, variables: variables ?? {}, ...(operationName && { operationName }) };
}

/** The client has left in the middle: nothing of ours failed, and the log's line of the request says how it ended. */
function refuseAborted(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
    throw refusal(400, 'The request body did not arrive whole.');
  throw error;
}

function refusal(status: number, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { http: { status } } });
}
