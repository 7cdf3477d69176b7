import { Feed } from 'feed';
import { brand } from '@/lib/config/brand';
import type { Post } from '@/lib/content/posts';

/**
 * The posts as RSS 2.0, in their order, with absolute addresses.
 * @param origin of the site, without a slash behind
 */
export function postsFeed(posts: Post[], origin: string): string {
  const feed = new Feed({
    title: `${brand.name} blog`,
    description: brand.description,
    link: `${origin}/blog`,
    language: 'en',
    copyright: brand.company,
    generator: false,
    feedLinks: { rss: `${origin}/feed.xml` },
    // The newest post's day rather than the build's: the same posts make the same file.
    updated: posts[0] && new Date(posts[0].date),
  });
  for (const { slug, title, summary, description, date } of posts) {
    const link = `${origin}/blog/${slug}`;
    feed.addItem({ title, link, description: summary ?? description, date: new Date(date) });
  }
  return feed.rss2();
}
