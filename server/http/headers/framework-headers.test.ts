import { once } from 'node:events';
import fs from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '@/server/http/connections/listen';
import { correctFrameworkHeaders, dropFrameworkHeaders } from '@/server/http/responses/start-next';

/** Sends headers as Next does for a missing page, and for a method that no page takes. */
const server = createServer((request, response) => {
  correctFrameworkHeaders(request, response);
  delete request.headers.rsc;
  response.setHeader('x-nextjs-prerender', ['1', '1']);
  response.setHeader('X-Nextjs-Stale-Time', '300');
  response.setHeader('Allow', ['GET', 'HEAD']);
  response.setHeader('Cache-Control', request.url === '/kept' ? 'public, max-age=60' : 's-maxage=31536000');
  if (request.url === '/missing') response.statusCode = 404;
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

test('a document or file doesn’t name the framework, and has one Allow header', async () => {
  const { headers } = await fetch(origin);
  expect([...headers.keys()].filter((name) => name.startsWith('x-nextjs-'))).toEqual([]);
  expect(headers.get('allow')).toBe('GET, HEAD');
});

test.each([
  ['/built', 'public, max-age=0, must-revalidate'],
  ['/missing', 'no-store'],
  ['/kept', 'public, max-age=60'],
])('a shared cache keeps nothing of an earlier build: %s', async (address, caching) => {
  expect((await fetch(origin + address)).headers.get('cache-control')).toBe(caching);
});

test('data for the router says how long to keep it', async () => {
  const { headers } = await fetch(origin, { headers: { rsc: '1' } });
  expect(headers.get('x-nextjs-stale-time')).toBe('300');
});

const left = (headers: IncomingHttpHeaders) => {
  dropFrameworkHeaders({ headers } as IncomingMessage);
  return headers;
};

test('headers of browsers, API clients and the client-side router stay', () => {
  const headers = {
    host: 'localhost',
    accept: '*/*',
    authorization: 'Bearer x',
    'content-type': 'application/json',
    origin: 'https://app.example',
    'sec-fetch-dest': 'document',
    'user-agent': 'test',
    'x-forwarded-for': '203.0.113.7',
    'x-request-id': '12345678',
    rsc: '1',
  };
  expect(left({ ...headers })).toEqual(headers);
});

test('cookies are removed: the site has none, and some turn on Next’s draft mode', () => {
  expect(left({ cookie: '__prerender_bypass=x; __next_preview_data=y' })).toEqual({});
});

const next = path.dirname(createRequire(import.meta.url).resolve('next/package.json'));

/** Every request header that this version of Next gives a name to. */
function headersOfNext(): string[] {
  const files = ['lib/constants', 'client/components/app-router-headers', 'server/lib/server-ipc/utils'];
  const text = files.map((file) => fs.readFileSync(path.join(next, 'dist', `${file}.js`), 'utf8')).join('\n');
  const named = [...text.matchAll(/'((?:next|x)-[a-z-]+)'/g)].map(([, name = '']) => name);
  return [...new Set(named)].filter((name) => !name.endsWith('-'));
}

test('every header that Next names is removed, also those of its router', () => {
  const names = headersOfNext();
  expect(names).toEqual(
    expect.arrayContaining([
      'next-action',
      'next-resume',
      'x-matched-path',
      'x-middleware-rewrite',
      'x-nextjs-data',
      'x-now-route-matches',
      'x-prerender-revalidate',
    ]),
  );
  expect(left(Object.fromEntries(names.map((name) => [name, '1'])))).toEqual({});
});
