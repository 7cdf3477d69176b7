// @ts-check

/**
 * The original clients post JSON to the root (DESIGN.md, "Contracts that others rely on"): that request, and the
 * preflight that a browser sends before it, is the API's. A rewrite in next.config.ts would do the same, and cost
 * every request some 5 %.
 *
 * @param {import('node:http').IncomingMessage} request its `url` is rewritten
 */
export function sendRootCallsToApi(request) {
  const { method, url = '', headers } = request;
  if (url !== '/' && !url.startsWith('/?')) return;
  const isCall = method === 'POST' && /^application\/json *(;|$)/i.test(headers['content-type'] ?? '');
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  if (isCall || isPreflight) request.url = `/api/graphql${url.slice(1)}`;
}
