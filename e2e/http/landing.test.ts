import { expect, test } from 'vitest';
import { fetchSite } from '@/e2e/fetch-site';
import { brand } from '@/lib/config/brand';
import { listDocsPages } from '@/lib/content/docs-pages';
import { listPosts } from '@/lib/content/posts';
import { elements, onlyElement, textOf, withoutScripts } from './html-elements';

test('the HTML contains the landing page, with its figures', async () => {
  const html = withoutScripts(await (await fetchSite('/')).text());
  for (const text of ['Alpha Access Coming Soon', brand.tagline, 'core problems solved', 'CLI + SDK'])
    expect(textOf(html)).toContain(text);
});

test('the page marks a feature as in preview exactly if its page in the docs is in preview', async () => {
  const html = await (await fetchSite('/')).text();
  const items = elements(onlyElement(html, 'main').html, 'li').filter(({ html: item }) =>
    item.includes('href="/docs/'),
  );
  const marked = items.map(({ html: item }) => ({
    href: elements(item, 'a')[0]?.attributes.href,
    preview: item.includes('in preview'),
  }));
  for (const { href, preview, section } of listDocsPages('docs')) {
    if (!section || section === 'Getting Started') continue;
    expect(marked).toContainEqual({ href, preview });
  }
});

test('the picture of the dashboard has its size, loads late, and is small', async () => {
  const html = await (await fetchSite('/')).text();
  const picture = onlyElement(html, 'picture').html;
  const [image] = elements(picture, 'img');
  const [narrow] = elements(picture, 'source');
  expect(image?.attributes).toMatchObject({ loading: 'lazy', alt: expect.stringMatching(/dashboard/) });
  for (const [one, address] of [
    [image, image?.attributes.src],
    [narrow, narrow?.attributes.srcset],
  ] as const) {
    expect(Number(one?.attributes.width)).toBeGreaterThan(600);
    expect(Number(one?.attributes.height)).toBeGreaterThan(600);
    const response = await fetchSite(String(address));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect((await response.arrayBuffer()).byteLength).toBeLessThan(60_000);
  }
});

test('the landing page leads to the blog and its newest posts', async () => {
  const links = elements(onlyElement(await (await fetchSite('/')).text(), 'main').html, 'a');
  const addresses = links.map(({ attributes }) => attributes.href);
  expect(addresses).toContain('/blog');
  for (const { slug } of listPosts().slice(0, 2)) expect(addresses).toContain(`/blog/${slug}`);
  expect(await (await fetchSite('/docs')).text()).toContain('href="/blog"');
});
