import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import onHeaders from 'on-headers';

/** Of everything that a browser asks a page's permission for, the site only copies to the clipboard. */
const permissions = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'camera', 'clipboard-read'],
  ...['display-capture', 'encrypted-media', 'fullscreen', 'gamepad', 'geolocation', 'gyroscope', 'hid'],
  ...['idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'otp-credentials', 'payment'],
  ...['picture-in-picture', 'publickey-credentials-create', 'publickey-credentials-get'],
  ...['screen-wake-lock', 'serial', 'storage-access', 'sync-xhr', 'usb', 'window-management'],
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .concat('clipboard-write=(self)')
  .join(', ');

const everywhere = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': permissions,
  'Cross-Origin-Opener-Policy': 'same-origin',
});

/**
 * Responses that other sites may read or show: the API is open to them (CORS), preview images and icons are made for
 * them.
 */
const forOthers = /^\/(api|og)\/|^\/(favicon\.ico|icon\.svg|apple-icon\.png)(?=\?|$)/;

/** Pages at signed links: their addresses are kept from other sites, search engines, and caches. */
const signedPages = /^\/approvals\//;

/** A year. Not `includeSubDomains`: the domain's owner decides about its other names. */
const strictTransport = 'max-age=31536000';

/**
 * The policy of data, files and refusals: shown by itself, such a response may load and run nothing. It keeps its own
 * styles, without which a browser shows neither an SVG nor an image as it is.
 */
const closedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Sets the headers of every response, whether this server or Next sends it.
 *
 * @param request its forwarding headers are the trusted ones (server/http/requests/forwarded-address.ts)
 * @param options.dev no content security policy, which would break hot reload
 */
export function setSecurityHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { dev }: { dev: boolean },
): void {
  for (const [name, value] of everywhere) response.setHeader(name, value);
  if (signedPages.test(request.url ?? '')) {
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    response.setHeader('Cache-Control', 'no-store');
  }
  const policy = forOthers.test(request.url ?? '') ? 'cross-origin' : 'same-origin';
  response.setHeader('Cross-Origin-Resource-Policy', policy);
  if (isSecure(request)) response.setHeader('Strict-Transport-Security', strictTransport);
  if (!dev) response.setHeader('Content-Security-Policy', closedPolicy);
}

/**
 * @param response an HTML document
 * @param policy of that document; behind HTTPS the browser also requests everything it names by HTTPS
 */
export function setDocumentPolicy(request: IncomingMessage, response: ServerResponse, policy: string): void {
  const value = isSecure(request) ? `${policy}; upgrade-insecure-requests` : policy;
  response.setHeader('Content-Security-Policy', value);
}

/** Whether the visitor's browser came by HTTPS. */
const isSecure = ({ headers }: IncomingMessage) =>
  /^https *(,|$)/i.test(String(headers['x-forwarded-proto'] ?? ''));

/**
 * Sets the content security policy of Next's response if it's a document. If Next finds a nonce in a policy among the
 * request's headers, it puts the nonce on the inline scripts that it makes; prerendered pages never get one.
 *
 * @param request gets such a header, in place of any that the client sent
 */
export function protectRendered(
  request: IncomingMessage,
  response: ServerResponse,
  renderedPolicy: (nonce: string) => string,
): void {
  const nonce = randomUUID();
  request.headers['content-security-policy'] = `script-src 'nonce-${nonce}'`;
  delete request.headers['content-security-policy-report-only'];
  onHeaders(response, () => {
    if (!/^text\/html\b/.test(String(response.getHeader('content-type')))) return;
    setDocumentPolicy(request, response, renderedPolicy(nonce));
  });
}

interface Document {
  /** The texts whose inline scripts and styles are allowed. */
  html: string[];
  /** Other origins that its scripts may send to. */
  connectTo?: string[];
  /** The nonce of inline scripts that are made with the document, whose hashes can't be known before. */
  nonce?: string;
}

/**
 * The content security policy of one HTML document. It allows scripts from this origin's files, and the document's own
 * inline scripts, by hash; nothing may frame it. An injected script doesn't run, and can't read the token in local
 * storage.
 *
 * @returns the header's value
 */
export function documentPolicy({ html, connectTo = [], nonce }: Document): string {
  const text = html.join('\n');
  const scripts = hashes(inlineScripts(text));
  const styles = hashes(inlineStyles(text));
  const attributes = hashes(styleAttributes(text));
  return Object.entries({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...(nonce ? [`'nonce-${nonce}'`] : []), ...scripts],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'", ...styles],
    'style-src-attr': attributes.length > 0 ? ["'unsafe-hashes'", ...attributes] : ["'none'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...connectTo],
    'media-src': ["'none'"],
    'object-src': ["'none'"],
    'frame-src': ["'none'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}

/** @returns one source expression per distinct text */
const hashes = (texts: string[]) =>
  [...new Set(texts)].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

/** @returns the scripts that run; JSON-LD is data, to which no policy applies */
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => !/\ssrc=|\stype="application\/ld\+json"/.test(attributes))
    .map(([, , body = '']) => body);

const inlineStyles = (html: string) =>
  [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map(([, body = '']) => body);

/** @returns the values as the browser reads them; text in a script isn't an element */
const styleAttributes = (html: string) =>
  [...html.replace(/<script\b[\s\S]*?<\/script>/g, '').matchAll(/<[a-z][^>]*?\sstyle="([^"]*)"/g)].map(
    ([, value = '']) => value.replace(/&(?:quot|#x27|lt|gt|amp);/g, (entity) => entities[entity] ?? entity),
  );

/** The characters that React escapes in an attribute. */
const entities: Record<string, string> = {
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};
