/** The CORS headers of every API response. Callers send a bearer token and never a cookie, so any origin may call. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'authorization, content-type, graphql-require-preflight, idempotency-key, traceparent, x-request-id',
  'access-control-expose-headers': 'x-request-id, retry-after',
  'access-control-max-age': '86400',
};
