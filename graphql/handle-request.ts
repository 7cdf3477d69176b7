import { randomUUID } from 'node:crypto';
import { ownFailure, type RequestId } from '@/graphql/coded-errors';
import { refusalBody } from '@/lib/server/refusal-body';

/** Executes calls: Yoga, or a wrapper that starts it first. */
export interface Handler {
  handleRequest(request: Request, context: RequestId): Response | Promise<Response>;
}

/** A response of the API, independent of the server that sends it. */
interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  /** A stream if the response is a stream of events. */
  body: string | ReadableStream<Uint8Array>;
}

/**
 * Responds to one request of the GraphQL endpoint, for a route handler of Next. Never throws.
 * @see handleNodeRequest for a server on `node:http`
 */
export async function handleGraphqlRequest(handler: Handler, request: Request): Promise<Response> {
  const { status, headers, body } = await respond(handler, request);
  return new Response(status === 204 ? null : body, { status, headers });
}

/**
 * Responds to a POST under a request id, which the response's header and the log quote, and refuses other methods. Never
 * throws: a failure outside Yoga (no database, no store of the rate limits) gets a response like any other.
 */
export async function respond(handler: Handler, request: Request): Promise<ApiResponse> {
  const requestId = request.headers.get('x-request-id') ?? randomUUID();
  const own = { 'x-request-id': requestId, 'cache-control': 'no-store', ...corsHeaders };
  if (request.method === 'OPTIONS') return { status: 204, headers: own, body: '' };
  if (request.method !== 'POST') return { ...otherMethod, headers: { ...otherMethod.headers, ...own } };
  try {
    const response = await handler.handleRequest(request, { requestId });
    const { status, headers } = response;
    const sent: Record<string, string> = {};
    headers.forEach((value, name) => {
      sent[name] = value;
    });
    return { status, headers: { ...sent, ...own }, body: await bodyOf(response) };
  } catch (error) {
    const [message, { code, http }] = ownFailure(error, requestId);
    return {
      status: http?.status ?? 500,
      headers: { 'content-type': 'application/json', ...http?.headers, ...own },
      body: refusalBody({ code, message, details: { requestId } }),
    };
  }
}

const otherMethod = {
  status: 405,
  headers: { 'content-type': 'application/json', allow: 'POST, OPTIONS' },
  body: refusalBody({ code: 'BAD_USER_INPUT', message: 'Send queries and mutations as JSON, with POST.' }),
};

function bodyOf(response: Response): ApiResponse['body'] | Promise<ApiResponse['body']> {
  const isWhole = /^application\/(graphql-response\+)?json/.test(response.headers.get('content-type') ?? '');
  return isWhole ? response.text() : (response.body ?? '');
}

/** The CORS headers of every API response. Callers send a bearer token and never a cookie, so any origin may call. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'authorization, content-type, graphql-require-preflight, idempotency-key, traceparent, x-request-id',
  'access-control-expose-headers': 'x-request-id, retry-after',
  'access-control-max-age': '86400',
};
