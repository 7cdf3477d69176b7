import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { siteUrl } from '@/e2e/fetch-site';
import { askRaw, forAll } from '@/e2e/raw-request';

const SEED = 20_261_122;

/** A manifest that Next wrote with the build, from the folder that the tests run in. */
const manifest = (name: string) => JSON.parse(readFileSync(path.join('.next', `${name}.json`), 'utf8'));
const routes: string[] = manifest('routes-manifest').dynamicRoutes.map(({ page }: { page: string }) => page);
const buildId = readFileSync(path.join('.next', 'BUILD_ID'), 'utf8').trim();

/** A route's own pattern as an address, in every spelling that reaches Next as that pattern or nearly. */
function spellings(route: string): string[] {
  const encoded = route.replaceAll('[', '%5B').replaceAll(']', '%5D');
  const names = [
    route,
    encoded,
    encoded.replaceAll('%5B', '%5b').replaceAll('%5D', '%5d'),
    encoded.replaceAll('%5B', '['),
    encoded.replaceAll('%', '%25'),
    encoded.toUpperCase(),
    encoded.replace(/\w(?=%5D)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    encoded.replaceAll('...', '%2e%2e%2e'),
    route.replaceAll('[', '[[').replaceAll(']', ']]'),
  ];
  const ends = [
    '',
    '/',
    '//',
    '.md',
    '.txt',
    '.rsc',
    '.segments/_tree.segment.rsc',
    '/x',
    '?_rsc',
    '?_rsc=x',
  ];
  return names.flatMap((name) => ends.map((end) => name + end));
}

const forRouter = { RSC: '1' };
const forPrefetch = { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '/_tree' };

for (const route of routes) {
  test(`the pattern ${route} isn't an address, however it is spelled`, async () => {
    const wrong: string[] = [];
    await forAll(spellings(route), async (address) => {
      for (const headers of [{}, forRouter, forPrefetch]) {
        const { status } = await askRaw(siteUrl, address, { headers });
        // Encoded dots are refused as what they are.
        const isRefused = status === 400 && address.includes('%2e');
        if (status !== 404 && !isRefused) wrong.push(`${address} ${JSON.stringify(headers)}: ${status}`);
      }
    });
    expect(wrong).toEqual([]);
  });
}

test("addresses that Next opens by itself aren't there", async () => {
  const wrong: string[] = [];
  const addresses = [
    '/_next/image',
    '/_next/image?url=/login&w=64&q=75',
    '/_next/image?url=%2Fapple-icon.png&w=64&q=75',
    '/_next/image?url=%2Fapple-icon.png%231&w=64&q=75',
    '/_next/image/?url=%2Fapple-icon.png&w=64&q=75',
    '/%5Fnext/image?url=%2Fapple-icon.png&w=64&q=75',
    `/_next/data/${buildId}/index.json`,
    `/_next/data/${buildId}/docs.json`,
    '/_next/static',
    '/_next/static/chunks',
    `/_next/static/${buildId}`,
    '/_next/static/nowhere.js',
    '/_next/server/app/index.html',
    '/_next/routes-manifest.json',
    '/_next/mcp',
    '/_next/webpack-hmr',
    '/__nextjs_original-stack-frames',
    '/__nextjs_source-map',
    '/__nextjs_attach-nodejs-inspector',
    '/__nextjs_font/geist-latin.woff2',
    '/_not-found',
    '/_global-error',
    '/_error',
    '/_app',
    '/_document',
    '/404',
    '/500',
    '/index',
    '/index.rsc',
    '/docs.rsc',
    '/docs.segments/_tree.segment.rsc',
    '/docs/overview.txt',
    '/.well-known/appspecific/com.chrome.devtools.json',
    '/.well-known/workflow/v1/flow',
    '/.well-known/vercel/flags',
  ];
  await forAll(addresses, async (address) => {
    for (const headers of [{}, forRouter]) {
      const { status } = await askRaw(siteUrl, address, { headers });
      if (status !== 404) wrong.push(`${address} ${JSON.stringify(headers)}: ${status}`);
    }
  });
  expect(wrong).toEqual([]);
});

type RawResponse = Awaited<ReturnType<typeof askRaw>>;

/** A response without its variable parts: date and ids, nonces, and the order in which React sends. */
function comparable({ status, headers, body }: RawResponse) {
  const { date: _, 'x-request-id': __, ...others } = headers;
  const constant = (value: string) =>
    value.replace(/nonce-[\w-]+|nonce\W{1,6}[\w-]{36}\W{1,2}/g, 'nonce').replace(/"[\w-]{21}[vm]"/g, 'id');
  const lines = constant(body).split(/\n|\\n|<script/);
  return { status, headers: constant(JSON.stringify(others)), body: lines.sort() };
}

const invoice = '/dashboard/admin/account/invoices/any';
const questions: [string, Record<string, string>][] = [
  ['/', {}],
  ['/docs/overview', {}],
  ['/docs/overview?_rsc', forRouter],
  [invoice, {}],
  [`${invoice}?_rsc`, forRouter],
  ['/sitemap.xml', {}],
  ['/api/graphql', {}],
  ['/login', {}],
  ['/nowhere', {}],
];

test('headers that Next gives a meaning to change no response', async () => {
  const { preview } = manifest('prerender-manifest');
  const headers: [string, string][] = [
    ['Next-Action', 'x'],
    ['Next-Action', 'a'.repeat(42)],
    ['Next-HMR-Refresh', '1'],
    ['Next-Resume', '1'],
    ['X-Next-Resume-State-Length', '9'],
    ['X-Matched-Path', '/blog/[slug]'],
    ['X-Matched-Path', '/_next/image'],
    ['X-Now-Route-Matches', '1=x&nxtPslug=x'],
    ['X-Nextjs-Data', '1'],
    ['X-Nextjs-Deployment-Id', 'x'],
    ['X-Nextjs-Request-Id', 'x'],
    ['X-Invoke-Path', '/_error'],
    ['X-Invoke-Status', '500'],
    ['X-Invoke-Error', '{"message":"x"}'],
    ['X-Invoke-Output', '/_error'],
    ['X-Middleware-Subrequest', 'middleware:middleware:middleware:middleware:middleware'],
    ['X-Middleware-Prefetch', '1'],
    ['X-Middleware-Rewrite', '/terms'],
    ['X-Middleware-Redirect', 'http://evil.example/'],
    ['X-Middleware-Set-Cookie', 'a=b'],
    ['X-Middleware-Override-Headers', 'authorization'],
    ['X-Prerender-Revalidate', preview?.previewModeId ?? 'x'],
    ['X-Prerender-Revalidate-If-Generated', '1'],
    ['X-Next-Revalidated-Tags', '_N_T_/layout'],
    ['X-Next-Revalidate-Tag-Token', preview?.previewModeId ?? 'x'],
    ['X-Next-Cache-Tags', 'x'],
    ['X-Action-Forwarded', '1'],
    ['X-Vercel-Id', 'x'],
    ['Cookie', `__prerender_bypass=${preview?.previewModeId ?? 'x'}; __next_preview_data=x`],
    ['Cookie', 'NEXT_LOCALE=de; next-instant-navigation-testing=1'],
    ['Content-Type', 'multipart/form-data; boundary=x'],
    ['X-Forwarded-Host', 'evil.example'],
    ['Sec-Purpose', 'prefetch'],
  ];
  const changed: string[] = [];
  await forAll(questions, async ([address, own]) => {
    const plain = comparable(await askRaw(siteUrl, address, { headers: own }));
    for (const [name, value] of headers) {
      const response = comparable(await askRaw(siteUrl, address, { headers: { ...own, [name]: value } }));
      if (!isDeepStrictEqual(response, plain)) changed.push(`${address} ${name}: ${value}`);
    }
  });
  expect(changed).toEqual([]);
});

test('other values from the router change no response, whether or not they make sense', async () => {
  const values = [
    '',
    '1',
    '%',
    '%7B',
    '[]',
    '%5B%22%22%2C%7B%22children%22%3A1%7D%5D',
    '%5B%22%22%2C%7B%22children%22%3A%5B%22__PAGE__%22%2C%7B%7D%5D%7D%5D',
    '"x"',
    '/_tree',
    '/../..',
    'x'.repeat(9_000),
  ];
  const names = [
    'Next-Router-State-Tree',
    'Next-Router-Prefetch',
    'Next-Router-Segment-Prefetch',
    'Next-Url',
  ];
  const changed: string[] = [];
  await forAll([`${invoice}?_rsc`, '/docs/overview?_rsc'], async (address) => {
    const plain = comparable(await askRaw(siteUrl, address, { headers: forRouter }));
    expect(plain.status).toBe(200);
    for (const name of names)
      for (const value of values) {
        const headers = { ...forRouter, [name]: value };
        const response = comparable(await askRaw(siteUrl, address, { headers }));
        if (!isDeepStrictEqual(response, plain)) changed.push(`${address} ${name}: ${value}`);
      }
  });
  expect(changed).toEqual([]);
});

/** Without the references between the rows of React's data: how it is divided into rows depends on its length. */
const wordsIn = (response: string) =>
  [...new Set(response.replace(/"\$[^"]*"/g, '').match(/[A-Za-z][\w-]{4,}/g))].sort();

test('query parameters that Next gives a meaning to name no other page', async () => {
  for (const name of ['nxtPid', 'nxtPslug', '__nextLocale', '__nextDefaultLocale', 'amp', '__flight__'])
    for (const [address, own] of questions.filter(([asked]) => !asked.includes('?'))) {
      const asked = async (parameter: string) => {
        const response = await askRaw(siteUrl, `${address}?${parameter}=terms`, { headers: own });
        // Next passes the query to the page, except for its own parameters.
        return wordsIn(JSON.stringify(comparable(response)).replaceAll(`?${parameter}=terms`, ''));
      };
      expect(await asked(name), `${address}?${name}`).toEqual(await asked('unused'));
    }
});

/** Every file of the checkout that a server could write, with its size and when it was written. */
function listing(): string[] {
  const inside = (directory: string): string[] =>
    readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
      const place = path.join(directory, entry.name);
      if (entry.isDirectory()) return [place, ...inside(place)];
      const { size, mtimeMs } = statSync(place);
      return [`${place} ${size} ${mtimeMs}`];
    });
  return ['.next', 'public'].flatMap(inside);
}

const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const hostile = fc.oneof(
  word.map((name) => `/_next/image?url=%2Fapple-icon.png%23${name}&w=64&q=75`),
  fc.tuple(fc.constantFrom(...routes), word).map(([route, name]) => route.replace(/\[[^\]]+\]/g, name)),
  fc.constantFrom(...routes.flatMap(spellings)),
  word.map((name) => `/docs/overview?_rsc=${name}`),
  word.map((name) => `/docs/${name}.md`),
  word.map((name) => `${invoice}${name}?_rsc`),
  fc.tuple(word, word).map(([first, second]) => `/${first}/${second}`),
  fc
    .array(fc.boolean(), { minLength: 8, maxLength: 8 })
    .map((codes) =>
      [...'overview'].map((letter, at) => (codes[at] ? `%${letter.charCodeAt(0).toString(16)}` : letter)),
    )
    .map((letters) => `/docs/${letters.join('')}?_rsc`),
  // Pages that are there: Next mustn't keep copies of them either.
  fc.constantFrom(...Object.keys(manifest('prerender-manifest').routes)).map((address) => `${address}?_rsc`),
);

test('no address makes the server write a file', async () => {
  const before = listing();
  const faults: string[] = [];
  const asked = fc.sample(fc.tuple(hostile, fc.constantFrom({}, forRouter, forPrefetch)), {
    seed: SEED,
    numRuns: 800,
  });
  await forAll(asked, async ([address, headers]) => {
    const { status } = await askRaw(siteUrl, address, { headers });
    if (status >= 500) faults.push(`${address} ${JSON.stringify(headers)}: ${status}`);
  });
  expect(faults).toEqual([]);
  expect(listing()).toEqual(before);
});
