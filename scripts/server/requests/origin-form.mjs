// @ts-check

/**
 * Makes an absolute target (`POST http://host/ HTTP/1.1`) the path it means, before anything reads that path. Clients
 * send it to proxies, and every server must take it (RFC 9112, section 3.2.2).
 *
 * @param {import('node:http').IncomingMessage} request its `url` is rewritten
 */
export function toOriginForm(request) {
  const { url = '' } = request;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return;
  const { pathname, search } = new URL(url);
  request.url = pathname + search;
}
