import fs from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dropFrameworkHeaders } from './drop-framework-headers';

const left = (headers: IncomingHttpHeaders) => {
  dropFrameworkHeaders({ headers } as IncomingMessage);
  return headers;
};

/** A router state as Next's client sends it. */
const state = encodeURIComponent(
  JSON.stringify(['', { children: ['__PAGE__', {}, null, null] }, null, null]),
);

test('what browsers, clients of the API and the client-side router send stays', () => {
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
    'next-url': '/docs',
    'next-router-prefetch': '1',
    'next-router-segment-prefetch': '/_tree',
    'next-router-state-tree': state,
  };
  expect(left({ ...headers })).toEqual(headers);
});

test.each(['', '%7B', '{', '%', '[]', '"x"', '%5B%22%22%2C1%5D', `${state}, ${state}`, 'x'.repeat(50_000)])(
  'a router state that Next fails on goes: %.20s',
  (tree) => {
    expect(left({ rsc: '1', 'next-router-state-tree': tree })).toEqual({ rsc: '1' });
  },
);

test.each(['', '0', '2', '3', '1, 1'])(
  'a prefetch of another kind than the router asks for goes: %s',
  (kind) => {
    expect(left({ rsc: '1', 'next-router-prefetch': kind })).toEqual({ rsc: '1' });
  },
);

test('cookies go: the site has none, and some turn on a draft mode of Next', () => {
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

test('every header that Next names goes, but for those of its router', () => {
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
  const kept = Object.keys(left(Object.fromEntries(names.map((name) => [name, '1']))));
  // The state that is left out here would have to be a valid one.
  expect(kept.sort()).toEqual(['next-router-prefetch', 'next-router-segment-prefetch', 'next-url']);
});
