import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { blockedScripts } from '@/e2e/blocked-scripts';
import { fetchSite, siteUrl } from '@/e2e/fetch-site';
import { askRaw, forAll } from '@/e2e/raw-request';

/** A manifest that Next wrote with the build, from the folder that the tests run in. */
const manifest = (name: string) => JSON.parse(readFileSync(path.join('.next', `${name}.json`), 'utf8'));

/** Every address that the build knows; for a route with a parameter, one example. */
function everyAddress(): string[] {
  const built = Object.keys(manifest('prerender-manifest').routes);
  const routes = Object.values<string>(manifest('app-path-routes-manifest'));
  return [...new Set([...built, ...routes.map((route) => route.replace(/\[[^\]]+\]/g, 'any'))])];
}

const everywhere: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  // The address of an approval is its secret (decision 0068).
  'referrer-policy': /^(strict-origin-when-cross-origin|no-referrer)$/,
  'permissions-policy': /(^|, )camera=\(\)(, |$)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^(same|cross)-origin$/,
  'content-security-policy':
    /^default-src '(none|self)'; (?!.*script-src[^;]*'unsafe-|.*strict-dynamic).*frame-ancestors 'none'(;|$)/,
};

const banner = /^(server|x-powered-by|via)$/;
/** The framework's own are for its client-side router, on the data that it fetches. */
const bannerOrNext = new RegExp(`${banner.source}|^x-nextjs-`);

type RawResponse = Awaited<ReturnType<typeof askRaw>>;

/** The value of a header, or empty if a response doesn't have it exactly once. */
const field = ({ headers }: RawResponse, name: string) => String(headers[name] ?? '');

const isDocument = (response: RawResponse) => field(response, 'content-type').startsWith('text/html');

/** The headers that a response lacks, or that reveal something needlessly; empty if all is well. */
function faults(response: RawResponse): string[] {
  const policy = field(response, 'content-security-policy');
  const missing = Object.entries(everywhere)
    .filter(([name, value]) => !value.test(field(response, name)))
    .map(([name]) => `${name}: ${response.headers[name]}`);
  const isData = field(response, 'content-type').startsWith('text/x-component');
  const banners = Object.keys(response.headers).filter((name) => (isData ? banner : bannerOrNext).test(name));
  // Names and values in turn. Proxies refuse a response whose headers are larger than a page of memory.
  const size = response.rawHeaders.reduce((sum, part) => sum + part.length + 2, 0);
  const names = response.rawHeaders.filter((_, index) => index % 2 === 0);
  return [
    ...missing,
    ...banners,
    ...(size > 3_800 ? [`${size} bytes of headers`] : []),
    ...(names.filter((name) => /^allow$/i.test(name)).length > 1 ? ['several Allow'] : []),
    ...('strict-transport-security' in response.headers ? ['HSTS over HTTP'] : []),
    ...(isDocument(response) ? blockedScripts(response.body, policy) : []),
    ...(isDocument(response) || policy.startsWith("default-src 'none'") ? [] : ['the policy of a document']),
  ];
}

async function expectFaultless(path: string, question: Parameters<typeof askRaw>[2] = {}, status?: number) {
  const response = await askRaw(siteUrl, path, question);
  expect(faults(response), path).toEqual([]);
  if (status) expect(response.status, path).toBe(status);
  return response;
}

test('every route of the build has strict headers, a document with a policy that its scripts fit', async () => {
  const addresses = everyAddress();
  expect(addresses).toEqual(expect.arrayContaining(['/', '/docs', '/api/graphql', '/sitemap.xml']));
  let documents = 0;
  await forAll(addresses, async (address) => {
    if (isDocument(await expectFaultless(address))) documents += 1;
  });
  expect(documents).toBeGreaterThan(50);
});

test('files, refusals, redirects, preflights and what the router fetches carry them too', async () => {
  const home = await (await fetchSite('/')).text();
  const assets = [...home.matchAll(/(?:src|href)="(\/_next\/[^"]+|\/[\w-]+\.(?:svg|ico|png)[^"]*)"/g)];
  expect(assets.length).toBeGreaterThan(5);
  for (const [, asset = ''] of assets) await expectFaultless(asset, {}, 200);

  const headers = { 'content-type': 'application/json' };
  const preflight = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
  for (const [status, address, question] of [
    [400, '/docs/%', {}],
    [404, '/nowhere', {}],
    [404, '/blog/nowhere', {}],
    [404, '/_next/static/nowhere.js', {}],
    [404, '/docs/nowhere.md', {}],
    [405, '/', { method: 'TRACE' }],
    [405, '/docs', { method: 'POST' }],
    [405, '/', { method: 'PUT' }],
    [405, '/api/graphql', {}],
    [400, '/api/graphql', { method: 'POST', headers, body: '{' }],
    [200, '/', { method: 'POST', headers, body: '{"query":"{ __typename }"}' }],
    [204, '/', { method: 'OPTIONS', headers: preflight }],
    [307, '/login', {}],
    [308, '/docs/', {}],
    [200, '/', { method: 'HEAD' }],
    [200, '/docs', { headers: { rsc: '1' } }],
    [200, '/docs.md', {}],
    [200, '/dashboard', { headers: { 'x-forwarded-proto': 'https' } }],
  ] as const)
    await expectFaultless(address, question, status);
});

test('“unchanged” has the same headers as the page', async () => {
  for (const address of ['/', '/docs', '/dashboard']) {
    const page = await fetchSite(address);
    const headers = { 'if-none-match': page.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
    const unchanged = await fetchSite(address, { headers });
    expect(unchanged.status).toBe(304);
    for (const name of Object.keys(everywhere))
      expect(unchanged.headers.get(name), `${name} of ${address}`).toBe(page.headers.get(name));
  }
});

test('a rendered document has another nonce each time, and none that the client asks for', async () => {
  const headers = { 'content-security-policy': "script-src 'nonce-mine'" };
  const nonces = new Set<string | undefined>();
  for (let count = 0; count < 3; count += 1) {
    const response = await fetchSite('/dashboard/admin/account/invoices/any', { headers });
    nonces.add(/'nonce-[^']+'/.exec(response.headers.get('content-security-policy') ?? '')?.[0]);
    expect(await response.text()).not.toContain('nonce="mine"');
  }
  expect(nonces.size).toBe(3);
  expect([...nonces]).not.toContain(undefined);
});
