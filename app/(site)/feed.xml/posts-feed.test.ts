import { expect, test } from 'vitest';
import type { Post } from '@/lib/content/posts';
import { postsFeed } from './posts-feed';

const post: Post = {
  slug: 'costs',
  title: 'Costs & <limits>',
  summary: undefined,
  description: 'What a call costs.',
  date: '2026-11-12',
  readingMinutes: 5,
  source: '',
};

test('an entry has the absolute address of its post, its day, and its title with markup as text', () => {
  const feed = postsFeed([post], 'https://example.com');
  expect(feed).toContain('<link>https://example.com/blog/costs</link>');
  expect(feed).toContain('<pubDate>Thu, 12 Nov 2026 00:00:00 GMT</pubDate>');
  expect(feed).toContain('<title><![CDATA[Costs & <limits>]]></title>');
});

test('an entry is described by the summary, or by the description if there is none', () => {
  const feed = postsFeed([post, { ...post, slug: 'more', summary: 'In short.' }], 'https://example.com');
  const descriptions = [...feed.matchAll(/<item>.*?<description>(.*?)<\/description>/gs)];
  expect(descriptions.map(([, text]) => text?.replace(/^<!\[CDATA\[|\]\]>$/g, ''))).toEqual([
    'What a call costs.',
    'In short.',
  ]);
});

test('a feed was last built on the day of its newest post, not at the build; no posts make an empty one', () => {
  expect(postsFeed([post], 'https://example.com')).toContain(
    '<lastBuildDate>Thu, 12 Nov 2026 00:00:00 GMT</lastBuildDate>',
  );
  expect(postsFeed([], 'https://example.com')).not.toContain('<item>');
});
