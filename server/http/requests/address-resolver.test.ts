import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addressResolver, resolveMarkdownTwin } from './address-resolver';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'switchyard-build-'));
const write = (file: string, text = '') => {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
};
const dynamicRoutes = [
  { page: '/blog/[slug]', regex: '^/blog/([^/]+?)(?:/)?$' },
  { page: '/docs/[...path]', regex: '^/docs/(.+?)(?:/)?$' },
  { page: '/invoices/[id]', regex: '^/invoices/([^/]+?)(?:/)?$' },
  { page: '/files/[...path]', regex: '^/files/(.+?)(?:/)?$' },
];
const manifest = {
  staticRoutes: ['/', '/docs', '/api/graphql', '/_not-found', '/_global-error'].map((page) => ({ page })),
  dynamicRoutes,
  redirects: [
    { regex: '^(?:/((?:[^/]+?)(?:/(?:[^/]+?))*))/$', internal: true },
    { regex: '^(?!/_next)/login(?:/)?$' },
  ],
};
const built = ['/', '/docs', '/docs/café', '/docs/a/b', '/blog/first', '/og/docs.png', '/_not-found'];
write('.next/routes-manifest.json', JSON.stringify(manifest));
write(
  '.next/prerender-manifest.json',
  JSON.stringify({
    routes: Object.fromEntries(built.map((address) => [address, {}])),
    dynamicRoutes: { '/blog/[slug]': { fallback: false }, '/docs/[...path]': { fallback: false } },
  }),
);
write('.next/static/chunks/0-a~b.js');
write('.next/server/app/docs.html');
write('public/icons/mark 1.png');
afterAll(() => fs.rmSync(root, { recursive: true }));

const send = addressResolver(root);
const sent = (url: string) => {
  const request = { url } as IncomingMessage;
  send(request);
  return request.url;
};

test.each([
  '/',
  '/?x=%5Bslug%5D',
  '/docs',
  '/docs?_rsc=1x',
  '/docs/caf%C3%A9',
  '/docs/a/b',
  '/blog/first',
  '/og/docs.png',
  '/api/graphql',
  '/login',
  '/LOGIN?from=mail',
  '/invoices/inv_1-A',
  '/files/a/b-c',
  '/_next/static/chunks/0-a~b.js',
  '/icons/mark%201.png',
])('%s is known, and stays as it is', (url) => {
  expect(sent(url)).toBe(url);
});

test.each([
  ['/d%6fcs', '/docs'],
  ['/docs/%61/b?x=%61', '/docs/a/b?x=%61'],
  ['/%5Fnext/static/chunks/0-a%7Eb.js', '/_next/static/chunks/0-a~b.js'],
  ['/docs/caf%c3%a9', '/docs/caf%C3%A9'],
])('%s is another spelling of %s', (url, address) => {
  expect(sent(url)).toBe(address);
});

test.each(['/docs/', '//docs', '/docs///', '/d%6fcs/', '/login/', '//'])(
  '%s is left to Next, which redirects it',
  (url) => {
    expect(sent(url)).toBe(url);
  },
);

const patterns = dynamicRoutes.flatMap(({ page }) => {
  const encoded = page.replace(/\[/g, '%5B').replace(/\]/g, '%5D');
  return [page, encoded, encoded.toLowerCase(), encoded.replace(/%/g, '%25')].flatMap((address) => [
    address,
    `${address}/`,
    `${address}.rsc`,
    `${address}.md`,
    `${address}?_rsc=1`,
  ]);
});

test.each([
  ...patterns,
  '/nowhere',
  '/docs/nowhere',
  '/DOCS',
  '/blog/second',
  '/docs.rsc',
  '/docs.segments/_tree.segment.rsc',
  '/docs/../docs',
  '/docs\\a/b',
  '/docs#top',
  '/docs%3Fx',
  '/invoices',
  '/invoices/a.b',
  '/invoices/%20',
  '/invoices/%F0%9F%92%A9',
  '/files/a/../b',
  '/_next/image?url=%2Ficon.svg&w=64&q=75',
  '/_next/data/build/docs.json',
  '/_next/static/chunks',
  '/_next/static/chunks/0-a~b.js.map',
  '/_next/static/../server/app/docs.html',
  '/_next/server/app/docs.html',
  '/icons',
  '/_not-found',
  '/_global-error',
  '/404',
  '/500',
  '/index',
  '/__nextjs_original-stack-frames',
  '/.well-known/anything',
  '/constructor',
])('%s is unknown', (url) => {
  expect(sent(url)).toBe('/_not-found');
});

const rewritten = (url: string) => {
  const request = { url } as IncomingMessage;
  resolveMarkdownTwin(request);
  return request.url;
};

test.each([
  ['/docs.md', '/markdown/docs/index'],
  ['/docs/workflows/tasks.md', '/markdown/docs/workflows/tasks'],
  ['/docs/overview.md?download', '/markdown/docs/overview'],
  ['/dashboard/devdocs.md', '/markdown/devdocs/index'],
  ['/dashboard/devdocs/api/me.md', '/markdown/devdocs/api/me'],
])('%s is the page as Markdown', (url, target) => {
  expect(rewritten(url)).toBe(target);
});

test.each([
  '/',
  '/docs',
  '/docs/overview',
  '/blog/a.md',
  '/docs/overview?x=.md',
  '/docsearch.md',
  '/dashboard/docs/a.md',
  '/devdocs/a.md',
])('%s isn’t a Markdown address', (url) => {
  expect(rewritten(url)).toBe(url);
});
