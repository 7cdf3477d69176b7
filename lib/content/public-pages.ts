import { brand } from '@/lib/config/brand';
import { listDocsPages } from './docs-pages';
import { findLegalPage } from './legal-pages';
import { listPosts } from './posts';

/** A page that search engines may show. */
interface PublicPage {
  path: string;
  title: string;
  /** `YYYY-MM-DD` of its last change, if its front matter knows it. */
  updated?: string;
}

/** Every public page: what the sitemap lists and what has a preview image. */
export function listPublicPages(): PublicPage[] {
  const posts = listPosts();
  return [
    { path: '/', title: brand.tagline },
    { path: '/contact', title: 'Contact Us' },
    ...(['terms', 'privacy'] as const).map((name) => {
      const { title, updated } = findLegalPage(name);
      return { path: `/${name}`, title, updated };
    }),
    { path: '/blog', title: 'Blog', updated: posts[0]?.date },
    ...posts.map(({ slug, title, date }) => ({ path: `/blog/${slug}`, title, updated: date })),
    ...listDocsPages('docs').map(({ href, title, updated }) => ({ path: href, title, updated })),
  ];
}
