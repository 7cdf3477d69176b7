import { expect, test } from 'vitest';
import { fetchSite } from '@/e2e/fetch-site';
import { listedPaths } from '@/e2e/public-pages';
import { brand } from '@/lib/config/brand';
import { elements, withoutScripts } from './html-elements';
import { linksWithin, pageHead } from './page-head';

const htmlOf = async (path: string) => (await fetchSite(path)).text();

/** Width and height of a PNG, in pixels. */
async function sizeOf(response: Response): Promise<[width: number, height: number]> {
  const png = Buffer.from(await response.arrayBuffer());
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('every listed page is served, and its title and description are its own', async () => {
  const seen = { title: new Map<string, string>(), description: new Map<string, string>() };
  const own = (of: keyof typeof seen, text: string, path: string) => {
    expect(seen[of].get(text), `${of} of ${path} belongs to another page too`).toBeUndefined();
    seen[of].set(text, path);
  };
  for (const path of await listedPaths()) {
    const response = await fetchSite(path, { redirect: 'manual' });
    expect(response.status, path).toBe(200);
    const { title, meta, canonical } = pageHead(await response.text());
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
    const picture = await fetchSite(image);
    expect(picture.headers.get('content-type'), image).toBe('image/png');
    expect(await sizeOf(picture), image).toEqual([1200, 630]);
  }
});

test('the sitemap lists exactly the pages that the site links to', async () => {
  const listed = await listedPaths();
  const linked = new Set(['/']);
  for (const path of linked) {
    for (const link of linksWithin(await htmlOf(path))) {
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

test('robots may read everything but the dashboard and the API, and find the sitemap', async () => {
  const robots = await htmlOf('/robots.txt');
  expect(robots.match(/^Disallow: .*/gm)).toEqual([
    'Disallow: /dashboard',
    'Disallow: /api',
    'Disallow: /approvals',
    'Disallow: /v1',
  ]);
  expect(robots).toMatch(/^Sitemap: https?:\/\/.+\/sitemap\.xml$/m);
});

test('the dashboard and the 404 page stay out of search results', async () => {
  for (const path of ['/dashboard', '/dashboard/account', '/dashboard/devdocs', '/nowhere']) {
    const { meta, canonical } = pageHead(await htmlOf(path));
    expect(meta.robots, path).toContain('noindex');
    expect(canonical, path).toBe('');
  }
});

test('the manifest and every icon it and the pages name are there', async () => {
  const home = await htmlOf('/');
  const links = elements(withoutScripts(home), 'link').map(({ attributes }) => attributes);
  const href = links.find(({ rel }) => rel === 'manifest')?.href;
  const manifest = await (await fetchSite(String(href))).json();
  expect(manifest).toMatchObject({ name: brand.name, start_url: '/', theme_color: brand.themeColor });
  expect(pageHead(home).meta['theme-color']).toBe(brand.themeColor);
  for (const { src, sizes } of manifest.icons)
    expect((await sizeOf(await fetchSite(src))).join('x'), src).toBe(sizes);
  const icons = links.filter(({ rel = '' }) => ['icon', 'apple-touch-icon'].includes(rel));
  expect(icons).toHaveLength(3);
  for (const address of [...icons.map((icon) => String(icon.href)), '/favicon.ico'])
    expect((await fetchSite(address)).headers.get('content-type'), address).toMatch(/^image\//);
});

test('the landing page says who runs it, in data that a search engine can read', async () => {
  const scripts = elements(await htmlOf('/'), 'script');
  const [data, ...others] = scripts.filter(({ attributes }) => attributes.type === 'application/ld+json');
  expect(others).toEqual([]);
  const graph = JSON.parse(String(data?.html));
  expect(graph['@context']).toBe('https://schema.org');
  expect(graph['@graph'].map((node: { '@type': string }) => node['@type'])).toEqual([
    'Organization',
    'WebSite',
  ]);
});
