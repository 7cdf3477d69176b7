import { randomUUID } from 'node:crypto';
import type { createGraphqlServer } from '@/graphql/yoga';
import { corsHeaders } from '@/lib/config/cors-headers.mjs';

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
