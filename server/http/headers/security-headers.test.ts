import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '@/server/http/connections/listen';
import { clientAddressSetter } from '@/server/http/requests/forwarded-address';
import { documentPolicy, setDocumentPolicy, setSecurityHeaders } from './security-headers';

const behindProxy = clientAddressSetter(['loopback']);
const direct = clientAddressSetter([]);
const server = createServer((request, response) => {
  (request.headers['x-proxied'] ? behindProxy : direct)(request);
  setSecurityHeaders(request, response, { dev: request.url === '/dev' });
  if (request.url === '/page') setDocumentPolicy(request, response, "default-src 'self'");
  response.end();
});
let origin: string;
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});

const headersOf = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(origin + path, { headers })).headers;

test.each([
  ['http', null, "default-src 'self'"],
  ['https', 'max-age=31536000', "default-src 'self'; upgrade-insecure-requests"],
  ['https, http', 'max-age=31536000', "default-src 'self'; upgrade-insecure-requests"],
])(
  'HSTS and upgrades follow the protocol by which a trusted proxy received the request: %s',
  async (protocol, transport, policy) => {
    const headers = await headersOf('/page', { 'x-proxied': '1', 'x-forwarded-proto': protocol });
    expect(headers.get('strict-transport-security')).toBe(transport);
    expect(headers.get('content-security-policy')).toBe(policy);
  },
);

test('HTTPS that only the client claims doesn’t count', async () => {
  const headers = await headersOf('/page', { 'x-forwarded-proto': 'https' });
  expect(headers.has('strict-transport-security')).toBe(false);
  expect(headers.get('content-security-policy')).toBe("default-src 'self'");
});

test('every response is kept from sniffing, frames, other windows, and the devices of its reader', async () => {
  expect(Object.fromEntries(await headersOf('/robots.txt'))).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), autoplay=(), browsing-topics=(), camera=(), clipboard-read=(), display-capture=(), encrypted-media=(), fullscreen=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), otp-credentials=(), payment=(), picture-in-picture=(), publickey-credentials-create=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), storage-access=(), sync-xhr=(), usb=(), window-management=(), xr-spatial-tracking=(), clipboard-write=(self)',
  });
});

test('the page of a signed link is for no cache, search engine, or other site', async () => {
  expect(Object.fromEntries(await headersOf('/approvals/apr_a-b'))).toMatchObject({
    ...{ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' },
  });
});

test('a response that isn’t a page may load nothing by itself', async () => {
  expect((await headersOf('/robots.txt')).get('content-security-policy')).toMatch(/^default-src 'none';/);
});

test.each([
  ['/docs', 'same-origin'],
  ['/docs?next=/api/', 'same-origin'],
  ['/apiary', 'same-origin'],
  ['/api/graphql', 'cross-origin'],
  ['/og/docs.png', 'cross-origin'],
  ['/icon.svg?icon.1x2y.svg', 'cross-origin'],
])('%s is for pages of %s', async (path, policy) => {
  expect((await headersOf(path)).get('cross-origin-resource-policy')).toBe(policy);
});

test('hot reload works: no content policy in development, every other header as in production', async () => {
  const headers = await headersOf('/dev');
  expect(headers.has('content-security-policy')).toBe(false);
  expect(headers.get('x-frame-options')).toBe('DENY');
});

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The sources of one directive. */
const sources = (directive: string, document: Parameters<typeof documentPolicy>[0]) =>
  documentPolicy(document)
    .split('; ')
    .map((part) => part.split(' '))
    .find(([name]) => name === directive)
    ?.slice(1);

test('a page without inline code may only load files of this origin', () => {
  const html = ['<p>Text</p><script src="/a.js" async=""></script><link rel="stylesheet" href="/a.css">'];
  expect(sources('script-src', { html })).toEqual(["'self'"]);
  expect(sources('style-src', { html })).toEqual(["'self'"]);
  expect(sources('style-src-attr', { html })).toEqual(["'none'"]);
  expect(sources('connect-src', { html })).toEqual(["'self'"]);
});

test('a page sends and loads nothing elsewhere, and only shows images made of data', () => {
  expect(documentPolicy({ html: [''] })).toBe(
    "default-src 'self'; script-src 'self'; script-src-attr 'none'; style-src 'self'; style-src-attr 'none'; img-src 'self' data:; connect-src 'self'; media-src 'none'; object-src 'none'; frame-src 'none'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
});

test('the build’s inline scripts are allowed by hash, each once, and no others', () => {
  const html = ['<script>first()</script><script id="x">é\n()</script>', '<script>first()</script>'];
  expect(sources('script-src', { html })).toEqual(["'self'", hash('first()'), hash('é\n()')]);
});

test('data in a script element needs no permission', () => {
  const html = ['<script type="application/ld+json">{"@type":"FAQPage"}</script>'];
  expect(sources('script-src', { html })).toEqual(["'self'"]);
});

test('the build’s styles are allowed by hash, attributes as the browser reads them', () => {
  const html = [
    '<style>p{}</style><i class="a" style="left:1%"></i><i style="font:&quot;A&amp;B&quot;"></i><script>"<i style=\\"x\\">"</script>',
  ];
  expect(sources('style-src', { html })).toEqual(["'self'", hash('p{}')]);
  expect(sources('style-src-attr', { html })).toEqual([
    "'unsafe-hashes'",
    hash('left:1%'),
    hash('font:"A&B"'),
  ]);
});

test('a nonce and the email service are named if they are needed', () => {
  const document = { html: [''], nonce: 'n-1', connectTo: ['https://api.emailjs.com'] };
  expect(sources('script-src', document)).toEqual(["'self'", "'nonce-n-1'"]);
  expect(sources('connect-src', document)).toEqual(["'self'", 'https://api.emailjs.com']);
});

test('no page may be framed, embed others, change its base or run an attribute’s script', () => {
  const html = [''];
  for (const directive of ['frame-ancestors', 'frame-src', 'object-src', 'base-uri', 'script-src-attr'])
    expect(sources(directive, { html }), directive).toEqual(["'none'"]);
  expect(documentPolicy({ html })).not.toMatch(/unsafe-(inline|eval)/);
});
