import type { IncomingMessage, ServerResponse } from 'node:http';
import { corsHeaders } from '@/lib/config/cors-headers';
import type { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { refusedAnswer } from '@/lib/server/refused-answer';

/**
 * Answers what of the API needs no route handler: calls of a client that the API has refused, until it may call again,
 * and calls of a client with too many under way. Refusing them here costs a twentieth of refusing them behind Next, and
 * the response is the same as the API's own (graphql/rate-limit.ts).
 *
 * @param request its `x-forwarded-for` is the one trusted address
 * @param limiter of the running API; undefined before the first call
 * @returns whether it answered; otherwise the call is under way until the response closes
 */
export function answerApi(
  request: IncomingMessage,
  response: ServerResponse,
  limiter: Pick<ApiLimiter, 'enter'> | undefined,
): boolean {
  if (!limiter || request.method !== 'POST' || !/^\/api\/graphql(\?|$)/.test(request.url ?? '')) return false;
  const refused = limiter.enter(String(request.headers['x-forwarded-for']));
  if (typeof refused === 'function') {
    response.once('close', refused);
    return false;
  }
  const body = refusedAnswer(refused);
  response.writeHead(429, {
    ...corsHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'retry-after': String(refused.details.retryAfter),
  });
  response.end(body);
  return true;
}
