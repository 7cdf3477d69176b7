import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { listen } from '@/server/http/connections/listen';
import { prerendered } from './prerendered';

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'switchyard-build-'));
const page = { dataRoute: '/page.rsc', initialRevalidateSeconds: false };
const routes = {
  '/': page,
  '/written': page,
  '/twice': page,
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
const text = '<p>said in markup and data</p>'.repeat(50);
const pieces = [`1:T${text.length.toString(16)},${text}`, '2:"end"\n'].map(
  (part) => `<script>self.__next_f.push([1,${JSON.stringify(part).replaceAll('<', '\\u003c')}])</script>`,
);
const twice = `<!DOCTYPE html><div data-static-text="">${text}</div>${pieces.join('')}`;
for (const [name, text] of [
  ['written', html],
  ['index', '<script>home()</script>'],
  ['twice', twice],
  ['_not-found', '<script>missing()</script>'],
] as const)
  fs.writeFileSync(path.join(directory, 'server', 'app', `${name}.html`), text);

const search = JSON.stringify({ words: 'found at build time '.repeat(40) });
fs.writeFileSync(path.join(directory, 'server', 'app', 'search.json.body'), search);
fs.writeFileSync(path.join(directory, 'server', 'app', 'preview.png.body'), 'pixels');

const answered = prerendered(directory);
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

const etag = 'W/"build-1"';
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
    const answer = await get(url, { ...known, method });
    expect(answer.status, `${method} ${url}`).toBe(304);
    expect(answer.headers.get('etag')).toBe(etag);
    expect(await answer.text()).toBe('');
  }
});

test('a client that has the page of another build gets the page, and so does a reload', async () => {
  expect((await get('/', { headers: { ...known.headers, 'if-none-match': 'W/"build-0"' } })).status).toBe(
    200,
  );
  const reload = { headers: { 'if-none-match': etag, 'cache-control': 'no-cache' } };
  expect((await get('/', reload)).status).toBe(200);
});

test.each([
  ['/?_rsc=1x2y', {}],
  ['/', { rsc: '1' }],
])('the data of a page is never mistaken for its document: %s %o', async (url, headers) => {
  const answer = await get(url, { headers: { ...known.headers, ...headers } });
  expect(answer.status).toBe(200);
  expect(answer.headers.has('etag')).toBe(false);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
});

test('a route’s own cache-control is kept', async () => {
  expect((await get('/sitemap.xml')).headers.get('cache-control')).toBe('public, max-age=60');
});

test.each(['/hourly', '/elsewhere', '/api/graphql'])('%s is left alone', async (url) => {
  const answer = await get(url, known);
  expect(answer.status).toBe(200);
  expect(answer.headers.has('etag')).toBe(false);
});

test('a POST is never answered from memory', async () => {
  expect((await get('/', { ...known, method: 'POST' })).status).toBe(200);
});

test.each(['br', 'gzip', 'identity'])(
  'a page is sent as it was built, in the requested encoding: %s',
  async (encoding) => {
    for (const round of ['made', 'kept']) {
      const answer = await get('/written', { headers: { 'accept-encoding': encoding } });
      expect(answer.status, round).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(answer.headers.get('vary')).toMatch(/Accept-Encoding/);
      expect(await answer.text()).toBe(html);
    }
  },
);

test('a file is sent as it was built, text in the requested encoding, without a document’s policy', async () => {
  const answer = await get('/search.json', { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('etag')).toBe(etag);
  expect(await answer.text()).toBe(search);
  expect(policyOf(answer)).toBe('');
  const image = await get('/preview.png', { headers: { 'accept-encoding': 'br' } });
  expect(image.headers.get('content-type')).toBe('image/png');
  expect(image.headers.get('content-encoding')).toBe(null);
  expect(await image.text()).toBe('pixels');
});

test('HEAD sends the headers of GET, and no body', async () => {
  const answer = await get('/written', { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  expect(answer.headers.get('content-length')).toBe(String(html.length));
  expect(await answer.text()).toBe('');
});

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? '';

test('a page allows its own inline scripts and no others, also with 304', async () => {
  const answer = await get('/written');
  expect(policyOf(answer)).toContain(`script-src 'self' ${hash('built()')};`);
  const again = await get('/written', known);
  expect(again.status).toBe(304);
  expect(policyOf(again)).toBe(policyOf(answer));
});

test('each response that Next renders has its own nonce, which no client chooses', async () => {
  const headers = { 'content-security-policy': "script-src 'nonce-mine'" };
  const nonces = [];
  for (const url of ['/rendered', '/rendered']) {
    const answer = await get(url, { headers });
    const [nonce = 'none'] = /'nonce-[\w-]+'/.exec(await answer.text()) ?? [];
    expect(policyOf(answer)).toContain(`script-src 'self' ${nonce} ${hash('missing()')};`);
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
  const answer = await get('/_not-found', { method, headers });
  expect(answer.status).toBe(404);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.has('etag')).toBe(false);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(policyOf(answer)).toContain(`script-src 'self' ${hash('missing()')};`);
  expect(await answer.text()).toBe(method === 'HEAD' ? '' : '<script>missing()</script>');
});

test('a built page that Next sends, under another spelling of its address, allows its scripts', async () => {
  expect(policyOf(await get('/written?_rsc=1'))).toContain(`script-src 'self' ${hash('built()')};`);
});

test('data doesn’t get a document’s policy', async () => {
  expect(policyOf(await get('/api/graphql'))).toBe('');
});

test('what a page says twice is sent once, and the policy is that of the document that is sent', async () => {
  const hashesOf = (body: string) =>
    [...body.matchAll(/<script>([^<]*)<\/script>/g)].map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    );
  const policyOf = ({ headers }: Response) =>
    /script-src 'self' ([^;]*);/.exec(headers.get('content-security-policy') ?? '')?.[1]?.split(' ');
  const sent = await fetch(`${origin}/twice`);
  const body = await sent.text();
  expect(body.split('said in markup and data')).toHaveLength(51);
  expect(policyOf(sent)).toEqual(hashesOf(body));
  // Next sends the file that it built.
  expect(policyOf(await fetch(`${origin}/twice?_rsc=x`))).toEqual(hashesOf(twice));
});
