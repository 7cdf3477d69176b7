import { randomUUID } from 'node:crypto';
import type { createGraphqlServer } from '@/graphql/yoga';

/** Callers carry a bearer token and never a cookie, so any origin may call. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-expose-headers': 'x-request-id',
  'access-control-max-age': '86400',
};

/** Answers one POST of the GraphQL endpoint under a request id, which the answer's header and the log quote. */
export async function handleGraphqlRequest(
  yoga: ReturnType<typeof createGraphqlServer>,
  request: Request,
): Promise<Response> {
  const requestId = request.headers.get('x-request-id') ?? randomUUID();
  const response = await yoga.handleRequest(request, { requestId });
  response.headers.set('x-request-id', requestId);
  response.headers.set('cache-control', 'no-store');
  for (const [name, value] of Object.entries(corsHeaders)) response.headers.set(name, value);
  return response;
}
