import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { blockedScripts } from '@/e2e/blocked-scripts';
import { expect, test } from '@/e2e/fixtures';

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
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'permissions-policy': /(^|, )camera=\(\)(, |$)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^(same|cross)-origin$/,
  'content-security-policy':
    /^default-src '(none|self)'; (?!.*script-src[^;]*'unsafe-|.*strict-dynamic).*frame-ancestors 'none'(;|$)/,
};

const banner = /^(server|x-powered-by|via)$/;
/** The framework's own are for its client-side router, on the data that it fetches. */
const bannerOrNext = new RegExp(`${banner.source}|^x-nextjs-`);

/** What a response's headers lack, or reveal needlessly; empty if all is well. */
async function faults(answer: APIResponse): Promise<string[]> {
  const headers = answer.headers();
  const policy = headers['content-security-policy'] ?? '';
  const missing = Object.entries(everywhere)
    .filter(([name, value]) => !value.test(headers[name] ?? ''))
    .map(([name]) => `${name}: ${headers[name]}`);
  const isData = headers['content-type']?.startsWith('text/x-component');
  const banners = Object.keys(headers).filter((name) => (isData ? banner : bannerOrNext).test(name));
  // Proxies refuse an answer whose headers are larger than a page of memory.
  const size = answer
    .headersArray()
    .reduce((sum, { name, value }) => sum + name.length + value.length + 4, 0);
  const isDocument = headers['content-type']?.startsWith('text/html');
  return [
    ...missing,
    ...banners,
    ...(size > 3_800 ? [`${size} bytes of headers`] : []),
    ...(answer.headersArray().filter(({ name }) => /^allow$/i.test(name)).length > 1
      ? ['several Allow']
      : []),
    ...('strict-transport-security' in headers ? ['HSTS over HTTP'] : []),
    ...(isDocument ? blockedScripts(await answer.text(), policy) : []),
    ...(isDocument || policy.startsWith("default-src 'none'") ? [] : ['the policy of a document']),
  ];
}

/** Requests without compression, which these tests don't need. */
const plain = { headers: { 'accept-encoding': 'identity' } };

async function expectFaultless(request: APIRequestContext, path: string, options = {}, status?: number) {
  const answer = await request.fetch(path, { maxRedirects: 0, ...options });
  expect(await faults(answer), path).toEqual([]);
  if (status) expect(answer.status(), path).toBe(status);
  return answer;
}

test('every route of the build answers with strict headers, a document with a policy that its scripts fit', async ({
  request,
}) => {
  const addresses = everyAddress();
  expect(addresses).toEqual(expect.arrayContaining(['/', '/docs', '/api/graphql', '/sitemap.xml']));
  let documents = 0;
  const visit = async (address: string) => {
    const answer = await expectFaultless(request, address, plain);
    if (answer.headers()['content-type']?.startsWith('text/html')) documents += 1;
    await answer.dispose();
  };
  for (let index = 0; index < addresses.length; index += 8)
    await Promise.all(addresses.slice(index, index + 8).map(visit));
  expect(documents).toBeGreaterThan(50);
});

test('files, refusals, redirects, preflights and what the router fetches carry them too', async ({
  request,
}) => {
  const home = await (await request.get('/')).text();
  const assets = [...home.matchAll(/(?:src|href)="(\/_next\/[^"]+|\/[\w-]+\.(?:svg|ico|png)[^"]*)"/g)];
  expect(assets.length).toBeGreaterThan(5);
  for (const [, asset = ''] of assets) await expectFaultless(request, asset, {}, 200);

  const json = { 'content-type': 'application/json' };
  const preflight = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
  for (const [status, address, options] of [
    [400, '/docs/%', {}],
    [404, '/nowhere', {}],
    [404, '/blog/nowhere', {}],
    [404, '/_next/static/nowhere.js', {}],
    [404, '/docs/nowhere.md', {}],
    [405, '/', { method: 'TRACE' }],
    [405, '/docs', { method: 'POST' }],
    [405, '/', { method: 'PUT' }],
    [405, '/api/graphql', {}],
    [400, '/api/graphql', { method: 'POST', headers: json, data: '{' }],
    [200, '/', { method: 'POST', data: { query: '{ __typename }' } }],
    [204, '/', { method: 'OPTIONS', headers: preflight }],
    [307, '/login', {}],
    [308, '/docs/', {}],
    [200, '/', { method: 'HEAD' }],
    [200, '/docs', { headers: { rsc: '1' }, maxRedirects: 1 }],
    [200, '/docs.md', {}],
    [200, '/dashboard', { headers: { 'x-forwarded-proto': 'https' } }],
  ] as const)
    await expectFaultless(request, address, options, status);
});

test('“unchanged” has the same headers as the page', async ({ request }) => {
  for (const address of ['/', '/docs', '/dashboard']) {
    const page = await request.get(address);
    const headers = { 'if-none-match': page.headers().etag ?? '', 'cache-control': 'max-age=0' };
    const unchanged = await request.get(address, { headers });
    expect(unchanged.status()).toBe(304);
    for (const name of Object.keys(everywhere))
      expect(unchanged.headers()[name], `${name} of ${address}`).toBe(page.headers()[name]);
  }
});

test('a rendered document has another nonce each time, and none that the client asks for', async ({
  request,
}) => {
  const asked = { headers: { 'content-security-policy': "script-src 'nonce-mine'" } };
  const nonces = new Set<string | undefined>();
  for (let count = 0; count < 3; count += 1) {
    const answer = await request.get('/dashboard/admin/account/invoices/any', asked);
    nonces.add(/'nonce-[^']+'/.exec(answer.headers()['content-security-policy'] ?? '')?.[0]);
    expect(await answer.text()).not.toContain('nonce="mine"');
  }
  expect(nonces.size).toBe(3);
  expect([...nonces]).not.toContain(undefined);
});
