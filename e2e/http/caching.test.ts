import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fetchSite } from '@/e2e/fetch-site';
import { listedPaths } from '@/e2e/public-pages';
import { forAll } from '@/e2e/raw-request';
import { postJson } from './call-api';
import { elements, withoutScripts } from './html-elements';

const unchanged = (etag: string) => ({ 'if-none-match': etag, 'cache-control': 'max-age=0' });
const etagOf = ({ headers }: Response) => headers.get('etag') ?? '';

test('every public page is kept, asked for again, and sent again only when the site has changed', async () => {
  for (const path of await listedPaths()) {
    const page = await fetchSite(path);
    expect(page.headers.get('cache-control'), path).toBe('public, max-age=0, must-revalidate');
    const again = await fetchSite(path, { headers: unchanged(etagOf(page)) });
    expect(again.status, path).toBe(304);
    expect(again.headers.get('vary')?.toLowerCase(), path).toBe(page.headers.get('vary')?.toLowerCase());
    expect(await again.text(), path).toBe('');
    const otherBuild = await fetchSite(path, { headers: unchanged('W/"of-another-build"') });
    expect(otherBuild.status, path).toBe(200);
  }
});

test("the router's requests for a page never get “unchanged”, and are revalidated before each use", async () => {
  const etag = etagOf(await fetchSite('/docs'));
  for (const address of ['/docs', '/docs?_rsc', '/docs?_rsc=x']) {
    const response = await fetchSite(address, { headers: { rsc: '1', ...unchanged(etag) } });
    expect(response.status, address).toBe(200);
    expect(response.headers.get('content-type'), address).toContain('text/x-component');
    expect(response.headers.get('cache-control'), address).toBe('public, max-age=0, must-revalidate');
    expect(response.headers.get('etag'), address).toBeNull();
    // Otherwise a cache could send the data to a browser that asks for the document.
    expect(response.headers.get('vary'), address).toMatch(/\brsc\b/);
  }
});

test('scripts, styles and fonts are kept permanently', async () => {
  const files = readdirSync('.next/static', { encoding: 'utf8', recursive: true })
    .filter((name) => /\.(m?js|css|woff2)$/.test(name))
    .map((name) => `/_next/static/${name}`);
  for (const ending of ['.js', '.mjs', '.css', '.woff2']) expect(files.join(' ')).toContain(ending);
  const home = await (await fetchSite('/')).text();
  const named = [...elements(withoutScripts(home), 'link'), ...elements(home, 'script')]
    .map(({ attributes: { href, src } }) => (href || src) ?? '')
    .filter((address) => address.startsWith('/_next/static/'));
  expect(files).toEqual(expect.arrayContaining(named));
  await forAll(files, async (file) => {
    const response = await fetchSite(file);
    expect(response.headers.get('cache-control'), file).toBe('public, max-age=31536000, immutable');
    await response.arrayBuffer();
  });
});

for (const path of [
  '/sitemap.xml',
  '/robots.txt',
  '/manifest.webmanifest',
  '/favicon.ico',
  '/og/index.png',
]) {
  test(`${path} is kept for a day at most and revalidated with “unchanged”`, async () => {
    const file = await fetchSite(path);
    const [, seconds] = /^public, max-age=(\d+)/.exec(file.headers.get('cache-control') ?? '') ?? [];
    expect(Number(seconds)).toBeLessThanOrEqual(86_400);
    expect((await fetchSite(path, { headers: unchanged(etagOf(file)) })).status).toBe(304);
  });
}

test('responses of the API are never cached', async () => {
  const response = await postJson('/api/graphql', { query: '{ me { id } }' });
  expect(response.headers.get('etag')).toBeNull();
  expect(response.headers.get('cache-control')).toContain('no-store');
});

test("a 404 page isn't kept", async () => {
  const response = await fetchSite('/nowhere');
  expect(response.status).toBe(404);
  expect(response.headers.get('cache-control')).toContain('no-store');
});
