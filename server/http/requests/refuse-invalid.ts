import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathOf } from '@/lib/server/path-of';

interface Refusal {
  status: number;
  message: string;
  headers?: Record<string, string>;
}

/** @returns whether it refused the request, because of its headers, method or target */
export function refuseInvalid(request: IncomingMessage, response: ServerResponse): boolean {
  const refusal = checkRequest(request);
  if (!refusal) return false;
  response.writeHead(refusal.status, { 'content-type': 'text/plain', ...refusal.headers });
  response.end(refusal.message);
  return true;
}

/** @returns why the server refuses the request; undefined if it doesn't */
export function checkRequest(request: IncomingMessage): Refusal | undefined {
  return hasValidHeaders(request) ? checkTarget(request) : invalidHeaders;
}

/** Ends the connection, on which a proxy may see another request begin than Node does. */
const invalidHeaders: Refusal = {
  status: 400,
  message: "The headers aren't valid.",
  headers: { connection: 'close' },
};

/** Headers that a proxy and this server mustn't read differently: Node takes the first line and hides the others. */
const single = new Set(['host', 'content-length', 'content-type', 'authorization']);

/** A host that a client can have asked for, with or without a port. */
const validHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * False for an invalid `Host`, as HTTP requires (RFC 9112, section 3.2), and for a repeated header that has one value.
 * Also false for a body in another transfer coding than `chunked`, which HTTP/1.0 doesn't have (section 6.1). Node
 * itself refuses an HTTP/1.1 request without `Host`, and a request with two lengths for its body.
 */
function hasValidHeaders({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  const { host, 'transfer-encoding': coding } = headers;
  if (host !== undefined && !validHost.test(host)) return false;
  if (coding !== undefined && (httpVersion === '1.0' || !/^chunked$/i.test(coding))) return false;
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!single.has(name)) continue;
    if (seen.has(name)) return false;
    seen.add(name);
  }
  return true;
}

/** Refuses a target that Next would fail on, with a 500 and an error in its log. */
function checkTarget({ method = 'GET', url = '/' }: IncomingMessage): Refusal | undefined {
  // Next can't even refuse it.
  if (method === 'TRACE') return methodNotAllowed('GET, HEAD, POST, OPTIONS');
  const path = pathOf(url);
  if (!path.startsWith('/') || !isEncoded(path) || /%(2e|2f|5c|00)/i.test(path))
    return { status: 400, message: "The address isn't valid." };
  // In development, Next's own tools post to /__nextjs….
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead || /^\/(api\/|v1(\/|$)|__nextjs)/.test(path)) return undefined;
  return path === '/' ? notAtRoot : methodNotAllowed('GET, HEAD');
}

const methodNotAllowed = (allow: string): Refusal => ({
  status: 405,
  message: `This address doesn't take that method. It takes ${allow.replace(/, (?=\w+$)/, ' and ')}.`,
  headers: { allow },
});

/** The root is the landing page, and takes the API's calls: a POST that gets here isn't one (canonical-target.ts). */
const notAtRoot: Refusal = {
  status: 405,
  message:
    "This address doesn't take that method. To call the API, send JSON with POST and the header Content-Type: application/json.",
  headers: { allow: 'GET, HEAD, POST, OPTIONS' },
};

function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
