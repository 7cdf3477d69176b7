// @ts-check

/**
 * Makes an absolute target (`POST http://host/ HTTP/1.1`) the path it means, before anything reads that path. Clients
 * send it to proxies, and every server must take it (RFC 9112, section 3.2.2).
 *
 * @param {import('node:http').IncomingMessage} request its `url` is rewritten, and `Host`, which the target replaces
 */
export function toOriginForm(request) {
  const { url = '' } = request;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return;
  const { pathname, search, host } = new URL(url);
  request.url = pathname + search;
  request.headers.host = host;
}
