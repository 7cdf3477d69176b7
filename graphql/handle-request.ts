import { randomUUID } from 'node:crypto';
import { withRequestId } from '@/graphql/request-id';
import type { createGraphqlServer } from '@/graphql/yoga';
import { limits } from '@/lib/config/limits';

/** Callers carry a bearer token and never a cookie, so any origin may call. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-expose-headers': 'x-request-id',
  'access-control-max-age': '86400',
};

/**
 * Answers one POST of the GraphQL endpoint: JSON only, of a bounded size.
 * @returns 200 with data or errors; 400 for malformed JSON, 413 over the size, 415 for another content type
 */
export async function handleGraphqlRequest(
  yoga: ReturnType<typeof createGraphqlServer>,
  request: Request,
): Promise<Response> {
  const id = request.headers.get('x-request-id') ?? randomUUID();
  const response = await withRequestId(id, async () => {
    if (!/^application\/(graphql\+)?json *(;|$)/i.test(request.headers.get('content-type') ?? '')) {
      return refuse(415, 'Send the query as JSON, with the header Content-Type: application/json.');
    }
    const bounded = await boundBody(request);
    if (!bounded) {
      return refuse(413, `A request has at most ${limits.graphql.bodyBytes / 1024} KiB.`);
    }
    return yoga.handleRequest(bounded, {});
  });
  response.headers.set('x-request-id', id);
  response.headers.set('cache-control', 'no-store');
  for (const [name, value] of Object.entries(corsHeaders)) response.headers.set(name, value);
  return response;
}

/** An answer in the shape of a GraphQL error, for a request that never became one. */
export function refuse(status: number, message: string): Response {
  return Response.json({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] }, { status });
}

/** The request with a body of known size; null when it is too large, which chunked ones show on the way only. */
async function boundBody(request: Request): Promise<Request | null> {
  const length = request.headers.get('content-length');
  if (length !== null) return Number(length) <= limits.graphql.bodyBytes ? request : null;
  if (!request.body) return request;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limits.graphql.bodyBytes) return null;
    chunks.push(chunk);
  }
  return new Request(request.url, { method: 'POST', headers: request.headers, body: Buffer.concat(chunks) });
}
