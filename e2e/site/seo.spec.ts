import { expect, test } from '@/e2e/fixtures';
import { listedPaths, readDocument } from '@/e2e/public-pages';
import { brand } from '@/lib/config/brand';

test('every listed page answers, and its title and description are its own', async ({ page, request }) => {
  const seen = { title: new Map<string, string>(), description: new Map<string, string>() };
  const own = (of: keyof typeof seen, text: string, path: string) => {
    expect(seen[of].get(text), `${of} of ${path} belongs to another page too`).toBeUndefined();
    seen[of].set(text, path);
  };
  for (const path of await listedPaths(request)) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect(answer.status(), path).toBe(200);
    const { title, meta, canonical } = await readDocument(page, await answer.text());
    const { description = '' } = meta;
    expect(title, path).toContain(brand.name);
    own('title', title, path);
    expect(description.length, `${path}: ${description}`).toBeGreaterThanOrEqual(50);
    expect(description.length, `${path}: ${description}`).toBeLessThanOrEqual(160);
    own('description', description, path);
    expect(new URL(canonical).pathname, path).toBe(path);
    expect(title, path).toContain(meta['og:title']);
    expect(meta, path).toMatchObject({
      'og:url': canonical,
      'og:type': /^\/blog\/./.test(path) ? 'article' : 'website',
      'og:site_name': brand.name,
      'og:image:alt': expect.stringContaining(' '),
      'twitter:card': 'summary_large_image',
    });
    const image = new URL(meta['og:image'] ?? '').pathname;
    const picture = await request.get(image);
    expect(picture.headers()['content-type'], image).toBe('image/png');
    const png = await picture.body();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)], image).toEqual([1200, 630]);
  }
});

test('the sitemap lists exactly the pages that the site links to', async ({ page, request }) => {
  const listed = await listedPaths(request);
  const linked = new Set(['/']);
  for (const path of linked) {
    const { links } = await readDocument(page, await (await request.get(path)).text());
    for (const link of links) {
      const { pathname } = new URL(link, 'http://site');
      if (!/^\/dashboard(\/|$)|\.\w+$/.test(pathname)) linked.add(pathname);
    }
  }
  expect(
    [...linked].filter((path) => !listed.includes(path)),
    'linked, not listed',
  ).toEqual([]);
  expect(
    listed.filter((path) => !linked.has(path)),
    'listed, not linked',
  ).toEqual([]);
});

test('robots may read everything but the dashboard and the API, and find the sitemap', async ({
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots.match(/^Disallow: .*/gm)).toEqual(['Disallow: /dashboard', 'Disallow: /api']);
  expect(robots).toMatch(/^Sitemap: https?:\/\/.+\/sitemap\.xml$/m);
});

test('the dashboard and the 404 page stay out of search results', async ({ page, request }) => {
  for (const path of ['/dashboard', '/dashboard/account', '/dashboard/devdocs', '/nowhere']) {
    const { meta, canonical } = await readDocument(page, await (await request.get(path)).text());
    expect(meta.robots, path).toContain('noindex');
    expect(canonical, path).toBe('');
  }
});

test('the manifest and every icon it and the pages name are there', async ({ page, request }) => {
  await page.goto('/');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await (await request.get(href ?? '')).json();
  expect(manifest).toMatchObject({ name: brand.name, start_url: '/', theme_color: brand.themeColor });
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', brand.themeColor);
  for (const { src, sizes } of manifest.icons) {
    const png = await (await request.get(src)).body();
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
  }
  const icons = page.locator('link[rel="icon"], link[rel="apple-touch-icon"]');
  const addresses = await icons.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(addresses).toHaveLength(3);
  for (const address of [...addresses, '/favicon.ico'])
    expect((await request.get(address)).headers()['content-type'], address).toMatch(/^image\//);
});

test('the landing page says who runs it, in data that a search engine can read', async ({ page }) => {
  await page.goto('/');
  const script = page.locator('script[type="application/ld+json"]');
  await expect(script).toHaveCount(1);
  const data = JSON.parse((await script.textContent()) ?? '');
  expect(data['@context']).toBe('https://schema.org');
  expect(data['@graph'].map((node: { '@type': string }) => node['@type'])).toEqual([
    'Organization',
    'WebSite',
  ]);
});
