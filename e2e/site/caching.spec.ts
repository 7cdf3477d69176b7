import { expect, test } from '@/e2e/fixtures';
import { listedPaths } from '@/e2e/public-pages';

const unchanged = (etag: string) => ({ headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } });

test('every public page is kept, asked for again, and sent again only when the site has changed', async ({
  request,
}) => {
  for (const path of await listedPaths(request)) {
    const { etag = '', 'cache-control': caching, vary } = (await request.get(path)).headers();
    expect(caching, path).toBe('public, max-age=0, must-revalidate');
    const again = await request.get(path, unchanged(etag));
    expect(again.status(), path).toBe(304);
    expect(again.headers().vary?.toLowerCase(), path).toBe(vary?.toLowerCase());
    expect(await again.body(), path).toHaveLength(0);
    expect((await request.get(path, unchanged('W/"of-another-build"'))).status(), path).toBe(200);
  }
});

test('what the router fetches of a page is never answered with “unchanged”', async ({ page, request }) => {
  await page.goto('/');
  const data = page.waitForRequest((asked) => asked.headers().rsc === '1');
  await page.getByRole('banner').getByRole('link', { name: 'Docs' }).click();
  const asked = await data;
  const { etag = '' } = (await request.get('/docs')).headers();
  const headers = { ...asked.headers(), ...unchanged(etag).headers };
  const answer = await request.get(asked.url(), { headers });
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toContain('text/x-component');
});

test('scripts, styles and fonts are kept for good', async ({ page, request }) => {
  const assets: string[] = [];
  page.on('request', (asked) => {
    const { pathname } = new URL(asked.url());
    if (pathname.startsWith('/_next/static/')) assets.push(pathname);
  });
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  for (const ending of ['.js', '.css', '.woff2']) expect(assets.join(' ')).toContain(ending);
  for (const asset of new Set(assets))
    expect((await request.get(asset)).headers()['cache-control'], asset).toBe(
      'public, max-age=31536000, immutable',
    );
});

for (const path of [
  '/sitemap.xml',
  '/robots.txt',
  '/manifest.webmanifest',
  '/favicon.ico',
  '/og/index.png',
]) {
  test(`${path} is kept for a day at most and answered with “unchanged”`, async ({ request }) => {
    const { etag = '', 'cache-control': caching = '' } = (await request.get(path)).headers();
    expect(Number(/^public, max-age=(\d+)/.exec(caching)?.[1])).toBeLessThanOrEqual(86_400);
    expect((await request.get(path, unchanged(etag))).status()).toBe(304);
  });
}

test('responses of the API are never cached', async ({ request }) => {
  const answer = await request.post('/api/graphql', { data: { query: '{ me { id } }' } });
  expect(answer.headers().etag).toBeUndefined();
  expect(answer.headers()['cache-control']).toContain('no-store');
});

test('a 404 page is not kept', async ({ request }) => {
  const answer = await request.get('/nowhere');
  expect(answer.status()).toBe(404);
  expect(answer.headers()['cache-control']).toContain('no-store');
});
