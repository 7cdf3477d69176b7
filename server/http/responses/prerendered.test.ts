import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '@/server/http/connections/listen';
import { placeholders } from '@/server/http/responses/address-placeholders';
import { prerendered } from '@/server/http/responses/prerendered';

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'switchyard-build-'));
const page = { dataRoute: '/page.rsc', initialRevalidateSeconds: false };
const routes = {
  '/': page,
  '/written': page,
  '/named': page,
  '/_not-found': { ...page, initialStatus: 404 },
  '/hourly': { ...page, initialRevalidateSeconds: 3600 },
  '/sitemap.xml': {
    dataRoute: null,
    initialRevalidateSeconds: false,
    initialHeaders: { 'cache-control': 'public, max-age=60' },
  },
  '/search.json': {
    dataRoute: null,
    initialRevalidateSeconds: false,
    initialHeaders: { 'content-type': 'application/json' },
  },
  '/preview.png': {
    dataRoute: null,
    initialRevalidateSeconds: false,
    initialHeaders: { 'content-type': 'image/png' },
  },
};
fs.writeFileSync(path.join(directory, 'BUILD_ID'), 'build-1\n');
fs.writeFileSync(path.join(directory, 'prerender-manifest.json'), JSON.stringify({ routes }));

fs.mkdirSync(path.join(directory, 'server', 'app'), { recursive: true });
const html = `<p>${'written at build time '.repeat(40)}</p><script>built()</script>`;
for (const [name, text] of [
  ['written', html],
  ['index', '<script>home()</script>'],
  ['_not-found', '<script>missing()</script>'],
] as const)
  fs.writeFileSync(path.join(directory, 'server', 'app', `${name}.html`), text);

const { PUBLIC_URL } = placeholders;
const site = 'https://a.example';
const app = (name: string) => path.join(directory, 'server', 'app', name);
fs.writeFileSync(
  app('named.html'),
  `<!DOCTYPE html><a href="${PUBLIC_URL}/named"></a><script>"${PUBLIC_URL}"</script>`,
);
fs.writeFileSync(app('sitemap.xml.body'), `<loc>${PUBLIC_URL}/named</loc>`);

const search = JSON.stringify({ words: 'found at build time '.repeat(40) });
fs.writeFileSync(path.join(directory, 'server', 'app', 'search.json.body'), search);
fs.writeFileSync(path.join(directory, 'server', 'app', 'preview.png.body'), 'pixels');

const answered = prerendered(directory, { values: { ...placeholders, PUBLIC_URL: site } });
const server = createServer((request, response) => {
  if (answered(request, response)) return;
  const { 'content-security-policy': asked } = request.headers;
  response.writeHead(request.url === '/nowhere' ? 404 : 200, {
    'content-type': request.url?.startsWith('/api') ? 'application/json' : 'text/html',
  });
  response.end(asked);
});
let origin: string;
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
  fs.rmSync(directory, { recursive: true });
});

const values = createHash('sha256').update(JSON.stringify({ ...placeholders, PUBLIC_URL: site }));
const etag = `W/"build-1.${values.digest('base64url').slice(0, 12)}"`;
const get = (url: string, init?: RequestInit) => fetch(`${origin}${url}`, init);
// Without a cache-control of the caller's, fetch sends no-cache, which requests the full response.
const known = { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } };

test('every cache may keep a page, and revalidates it before each use', async () => {
  const { status, headers } = await get('/');
  expect(status).toBe(200);
  expect(headers.get('etag')).toBe(etag);
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
});

test('a client that has the page of this build gets 304, with a query and by HEAD too', async () => {
  for (const [url, method] of [
    ['/', 'GET'],
    ['/?utm=x', 'GET'],
    ['/', 'HEAD'],
    ['/sitemap.xml', 'GET'],
  ] as const) {
    const response = await get(url, { ...known, method });
    expect(response.status, `${method} ${url}`).toBe(304);
    expect(response.headers.get('etag')).toBe(etag);
    expect(await response.text()).toBe('');
  }
});

test('a client that has the page of another build gets the page, and so does a reload', async () => {
  expect((await get('/', { headers: { ...known.headers, 'if-none-match': 'W/"build-0"' } })).status).toBe(
    200,
  );
  const reload = { headers: { 'if-none-match': etag, 'cache-control': 'no-cache' } };
  expect((await get('/', reload)).status).toBe(200);
});

test('Next responds to its router, with a query or without, and never with “unchanged”', async () => {
  for (const url of ['/named', '/named?_rsc=x']) {
    const response = await get(url, { headers: { ...known.headers, rsc: '1' } });
    expect(response.status).toBe(200);
    expect(await response.text(), url).toMatch(/^script-src 'nonce-/);
    expect(response.headers.has('etag')).toBe(false);
  }
});

test('a cache keeps the document apart from what the router fetches', async () => {
  expect((await get('/named')).headers.get('vary')).toBe('rsc, Accept-Encoding');
});

test('whatever a query says, others get the document', async () => {
  for (const headers of [{}, { rsc: '0' }] as Record<string, string>[])
    expect(await (await get('/named?_rsc=1', { headers })).text()).toContain(`<a href="${site}/named">`);
});

test('a page and a file name this server’s address, and the policy is that of what is sent', async () => {
  const response = await get('/named');
  expect(await response.text()).toBe(`<!DOCTYPE html><a href="${site}/named"></a><script>"${site}"</script>`);
  expect(policyOf(response)).toContain(hash(`"${site}"`));
  expect(await (await get('/sitemap.xml')).text()).toBe(`<loc>${site}/named</loc>`);
});

test('a server with another address has other pages: a client asks for them again', async () => {
  const other = prerendered(directory, { values: placeholders });
  const sent = new Map<string, unknown>();
  other(
    { method: 'HEAD', url: '/named', headers: {} } as IncomingMessage,
    {
      setHeader: (name: string, value: unknown) => sent.set(name, value),
      writeHead: () => undefined,
      end: () => undefined,
    } as unknown as ServerResponse,
  );
  expect(sent.get('ETag')).toMatch(/^W\/"build-1\./);
  expect(sent.get('ETag')).not.toBe(etag);
});

test('a route’s own cache-control is kept', async () => {
  expect((await get('/sitemap.xml')).headers.get('cache-control')).toBe('public, max-age=60');
});

test.each(['/hourly', '/elsewhere', '/api/graphql'])('%s is left alone', async (url) => {
  const response = await get(url, known);
  expect(response.status).toBe(200);
  expect(response.headers.has('etag')).toBe(false);
});

test('a POST never gets a response from memory', async () => {
  expect((await get('/', { ...known, method: 'POST' })).status).toBe(200);
});

test.each(['br', 'gzip', 'identity'])(
  'a page is sent as it was built, in the requested encoding: %s',
  async (encoding) => {
    for (const round of ['made', 'kept']) {
      const response = await get('/written', { headers: { 'accept-encoding': encoding } });
      expect(response.status, round).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(response.headers.get('vary')).toMatch(/Accept-Encoding/);
      expect(await response.text()).toBe(html);
    }
  },
);

test('a file is sent as it was built, text in the requested encoding, without a document’s policy', async () => {
  const response = await get('/search.json', { headers: { 'accept-encoding': 'br' } });
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('etag')).toBe(etag);
  expect(await response.text()).toBe(search);
  expect(policyOf(response)).toBe('');
  const image = await get('/preview.png', { headers: { 'accept-encoding': 'br' } });
  expect(image.headers.get('content-type')).toBe('image/png');
  expect(image.headers.get('content-encoding')).toBe(null);
  expect(await image.text()).toBe('pixels');
});

test('HEAD sends the headers of GET, and no body', async () => {
  const response = await get('/written', { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  expect(response.headers.get('content-length')).toBe(String(html.length));
  expect(await response.text()).toBe('');
});

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? '';

test('a page allows its own inline scripts and no others, also with 304', async () => {
  const response = await get('/written');
  expect(policyOf(response)).toContain(`script-src 'self' ${hash('built()')};`);
  const again = await get('/written', known);
  expect(again.status).toBe(304);
  expect(policyOf(again)).toBe(policyOf(response));
});

test('each response that Next renders has its own nonce, which no client chooses', async () => {
  const headers = { 'content-security-policy': "script-src 'nonce-mine'" };
  const nonces = [];
  for (const url of ['/rendered', '/rendered']) {
    const response = await get(url, { headers });
    const [nonce = 'none'] = /'nonce-[\w-]+'/.exec(await response.text()) ?? [];
    expect(policyOf(response)).toContain(`script-src 'self' ${nonce} ${hash('missing()')};`);
    nonces.push(nonce);
  }
  expect(new Set([...nonces, "'nonce-mine'"]).size).toBe(3);
});

test('the 404 page that Next sends allows its scripts', async () => {
  expect(policyOf(await get('/nowhere'))).toContain(hash('missing()'));
});

test.each([
  ['GET', {}],
  ['HEAD', {}],
  ['POST', {}],
  ['GET', { rsc: '1' }],
  ['GET', known.headers],
])('the 404 page is sent as it was built, and no cache keeps it: %s %o', async (method, headers) => {
  const response = await get('/_not-found', { method, headers });
  expect(response.status).toBe(404);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.has('etag')).toBe(false);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(policyOf(response)).toContain(`script-src 'self' ${hash('missing()')};`);
  expect(await response.text()).toBe(method === 'HEAD' ? '' : '<script>missing()</script>');
});

test('data doesn’t get a document’s policy', async () => {
  expect(policyOf(await get('/api/graphql'))).toBe('');
});
