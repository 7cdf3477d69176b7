// @ts-check

/** Fields that a proxy and this server must not read differently: Node takes the first line and hides the others. */
const single = new Set(['host', 'content-length', 'content-type', 'authorization']);

/** A host that a client can have asked for, with or without a port. */
const validHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Refuses a request whose `Host` isn't valid, as servers must (RFC 9112, section 3.2), one that repeats a field which
 * has one value, and one whose body comes in another transfer coding than `chunked`, which HTTP/1.0 doesn't have
 * (section 6.1). Node itself refuses an HTTP/1.1 request without `Host`, and one with two lengths for its body.
 *
 * @param {import('node:http').IncomingMessage} request
 * @returns {import('./check-target').Refusal | undefined} ends the connection, on which a proxy may see another
 *   request begin than Node does
 */
export function checkHeaders({ headers, rawHeaders, httpVersion }) {
  const { host, 'transfer-encoding': coding } = headers;
  if (host !== undefined && !validHost.test(host)) return invalid;
  if (coding !== undefined && (httpVersion === '1.0' || !/^chunked$/i.test(coding))) return invalid;
  const seen = new Set();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!single.has(name)) continue;
    if (seen.has(name)) return invalid;
    seen.add(name);
  }
  return undefined;
}

/** @type {import('./check-target').Refusal} */
const invalid = { status: 400, message: 'The headers are not valid.', headers: { connection: 'close' } };
