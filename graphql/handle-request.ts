import { randomUUID } from 'node:crypto';
import { ownFailure, type RequestId } from '@/graphql/errors';
import { corsHeaders } from '@/lib/config/cors-headers';
import { refusedAnswer } from '@/lib/server/refused-answer';

/** What answers requests: Yoga, or what starts it first. */
interface Handler {
  handleRequest(request: Request, context: RequestId): Response | Promise<Response>;
}

/**
 * Answers one POST of the GraphQL endpoint under a request id, which the answer's header and the log quote. Never
 * throws: a failure around Yoga (no database, no store of the rate limits) is answered as any other.
 */
export async function handleGraphqlRequest(handler: Handler, request: Request): Promise<Response> {
  const requestId = request.headers.get('x-request-id') ?? randomUUID();
  const response = await answer(handler, request, requestId);
  response.headers.set('x-request-id', requestId);
  response.headers.set('cache-control', 'no-store');
  for (const [name, value] of Object.entries(corsHeaders)) response.headers.set(name, value);
  return response;
}

async function answer(handler: Handler, request: Request, requestId: string): Promise<Response> {
  try {
    return await handler.handleRequest(request, { requestId });
  } catch (error) {
    const [message, { code, http }] = ownFailure(error, requestId);
    return new Response(refusedAnswer({ code, message, details: { requestId } }), {
      status: http?.status ?? 500,
      headers: { 'content-type': 'application/json', ...http?.headers },
    });
  }
}
