import { brand } from '@/lib/config/brand';
import { blogPage, contactPage } from '@/lib/config/page-metadata';
import { listDocsPages } from './docs-pages';
import { findLegalPage } from './legal-pages';
import { listPosts } from './posts';

/** A page that search engines may show. */
interface PublicPage {
  path: string;
  title: string;
  description: string;
  /** The part of the site that it is in; empty if its title says it. */
  section: string;
  /** `YYYY-MM-DD` of its last change, if its front matter knows it. */
  updated?: string;
}

/** Every public page: what the sitemap lists and what has a preview image. */
export function listPublicPages(): PublicPage[] {
  const posts = listPosts();
  return [
    { path: '/', title: brand.tagline, description: brand.description, section: '' },
    { path: '/contact', section: '', ...contactPage },
    ...(['terms', 'privacy'] as const).map((name) => {
      const { title, description, updated } = findLegalPage(name);
      return { path: `/${name}`, title, description, section: 'Legal', updated };
    }),
    { path: '/blog', section: '', ...blogPage, updated: posts[0]?.date },
    ...posts.map(({ slug, title, description, date }) => ({
      ...{ path: `/blog/${slug}`, title, description },
      ...{ section: 'Blog', updated: date },
    })),
    ...listDocsPages('docs').map(({ href, title, description, section, updated }) => ({
      ...{ path: href, title, description, updated },
      section: section ? `Docs · ${section}` : '',
    })),
  ];
}
