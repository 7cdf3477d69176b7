import { expect, test } from 'vitest';
import { fetchSite } from '@/e2e/fetch-site';
import { brand } from '@/lib/config/brand';
import { listPosts } from '@/lib/content/posts';
import { formatDate } from '@/lib/format/date';
import { elements, onlyElement, textOf, withoutScripts } from './html-elements';
import { pageHead } from './page-head';

const posts = listPosts();

const htmlOf = async (path: string) => (await fetchSite(path)).text();
const mainOf = (html: string) => onlyElement(withoutScripts(html), 'main').html;
const texts = (html: string, name: string) => elements(html, name).map((element) => textOf(element.html));

test('the list shows every post, newest first, with its date and its summary', async () => {
  const html = await htmlOf('/blog');
  expect(pageHead(html).title).toBe(`Blog | ${brand.name}`);
  expect(texts(mainOf(html), 'h1')).toEqual(['Blog']);
  const cards = elements(mainOf(html), 'article').map((card) => card.html);
  expect(cards.map((card) => texts(card, 'h2'))).toEqual(posts.map(({ title }) => [title]));
  for (const [index, { slug, summary, date }] of posts.entries()) {
    const card = String(cards[index]);
    expect(onlyElement(card, 'a').attributes.href).toBe(`/blog/${slug}`);
    expect(textOf(card)).toContain(`Posted ${formatDate(date)}`);
    expect(textOf(card)).toContain(summary ?? '');
  }
});

test('a post shows date, title, summary and body, and leads to its neighbors, the list and the feed', async () => {
  for (const [index, { slug, title, summary, date }] of posts.entries()) {
    const html = await htmlOf(`/blog/${slug}`);
    expect(pageHead(html).title).toBe(`${title} | ${brand.name}`);
    expect(texts(mainOf(html), 'h1')).toEqual([title]);
    const article = onlyElement(mainOf(html), 'article').html;
    expect(textOf(article)).toContain(`Posted ${formatDate(date)}`);
    expect(textOf(article)).toMatch(/\d+ min read/);
    expect(textOf(article)).toContain(summary ?? '');
    expect(elements(article, 'h2').length).toBeGreaterThan(2);
    const linksNamed = (name: string) =>
      elements(article, 'a')
        .filter((link) => textOf(link.html).includes(name))
        .map(({ attributes }) => attributes.href);
    const pathsOf = (neighbor?: { slug: string }) => (neighbor ? [`/blog/${neighbor.slug}`] : []);
    expect(linksNamed('Next post')).toEqual(pathsOf(posts[index - 1]));
    expect(linksNamed('Previous post')).toEqual(pathsOf(posts[index + 1]));
    expect(linksNamed('All posts')).toEqual(['/blog']);
    expect(linksNamed('RSS feed')).toEqual(['/feed.xml']);
  }
});

test('a post gives search engines its author and date', async () => {
  const [post] = posts;
  const scripts = elements(await htmlOf(`/blog/${post?.slug}`), 'script');
  const data = scripts.filter(({ attributes }) => attributes.type === 'application/ld+json');
  expect(data.map(({ html }) => JSON.parse(html))).toEqual([
    expect.objectContaining({
      '@type': 'BlogPosting',
      headline: post?.title,
      datePublished: post?.date,
      url: expect.stringMatching(new RegExp(`^https?://.+/blog/${post?.slug}$`)),
      author: expect.objectContaining({ '@type': 'Organization', name: brand.company }),
    }),
  ]);
});

test('the feed is RSS that the pages point to, and its entries are the posts of the list', async () => {
  const head = onlyElement(await htmlOf('/blog'), 'head').html;
  const feedLink = elements(head, 'link').find(({ attributes }) => attributes.type === 'application/rss+xml');
  expect(feedLink?.attributes.rel).toBe('alternate');
  expect(feedLink?.attributes.href).toBe('/feed.xml');
  const response = await fetchSite('/feed.xml');
  expect(response.headers.get('content-type')).toContain('application/rss+xml');
  // e2e/site/blog.spec.ts shows that it is well-formed.
  const { attributes, html } = onlyElement(await response.text(), 'rss');
  expect(attributes.version).toBe('2.0');
  const items = elements(html, 'item').map((item) => {
    const text = (name: string) => onlyElement(item.html, name).html.replace(/^<!\[CDATA\[(.*)\]\]>$/s, '$1');
    return {
      title: text('title'),
      link: text('link'),
      day: new Date(text('pubDate')).toISOString().slice(0, 10),
    };
  });
  expect(items).toEqual(
    posts.map(({ title, slug, date }) => ({
      title,
      link: expect.stringMatching(new RegExp(`^https?://[^/]+/blog/${slug}$`)),
      day: date,
    })),
  );
});

test('a slug that no post has is the 404 page', async () => {
  const response = await fetchSite('/blog/no-such-post');
  expect(response.status).toBe(404);
  expect(texts(mainOf(await response.text()), 'h1')).toEqual(['404 - Not Found']);
});
