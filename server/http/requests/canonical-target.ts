import type { IncomingMessage } from 'node:http';

/**
 * Rewrites a request's `url` to the one form in which everything else reads it. An absolute target
 * (`GET http://host/docs HTTP/1.1`) becomes its path, and a call to the root becomes one to the API.
 */
export function setCanonicalTarget(request: IncomingMessage): void {
  toOriginForm(request);
  if (isRootCall(request)) request.url = `/api/graphql${request.url?.slice(1)}`;
}

/**
 * Clients send an absolute target to proxies, and every server must take it (RFC 9112, section 3.2.2). Its host
 * replaces `Host`.
 */
function toOriginForm(request: IncomingMessage): void {
  const { url = '' } = request;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return;
  const { pathname, search, host } = new URL(url);
  request.url = pathname + search;
  request.headers.host = host;
}

/**
 * The original clients post JSON to the root (docs/design.md, "GraphQL schema"), and a browser sends a preflight first.
 * The rewrite in `next.config.ts` is for Next serving by itself.
 */
function isRootCall({ method, url = '', headers }: IncomingMessage): boolean {
  if (url !== '/' && !url.startsWith('/?')) return false;
  const isCall = method === 'POST' && /^application\/json *(;|$)/i.test(headers['content-type'] ?? '');
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  return isCall || isPreflight;
}
