// @ts-check
import { corsHeaders } from '@/lib/config/cors-headers';
import { refusedAnswer } from '@/lib/server/refused-answer';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {import('@/lib/server/rate-limit/api-limiter').ApiLimiter} ApiLimiter */

/**
 * Answers the calls of a client that the API has refused once, until it may call again, and those of one that has too
 * many under way: in front of Next, where it costs a twentieth. The API's own refusal (graphql/rate-limit.ts) is the
 * same.
 *
 * @param {IncomingMessage} request whose `x-forwarded-for` is the one trusted address
 * @param {ServerResponse} response
 * @param {Pick<ApiLimiter, 'enter'> | undefined} limiter of the running API, once there is one
 * @returns {boolean} true when it answered
 */
export function refuseCalls(request, response, limiter) {
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
