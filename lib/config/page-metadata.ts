import type { Metadata } from 'next';
import { brand } from './brand';

interface PageDescription {
  /** The page's own title, to which the site's name is added. */
  title: string;
  /** Whether the title is whole without the site's name. */
  isWholeTitle?: boolean;
  /** 50 to 160 characters, unique per page. */
  description: string;
  type?: 'website' | 'article';
  /** `YYYY-MM-DD`, of an article. */
  publishedTime?: string;
}

/** Pixels of every preview image. */
export const previewSize = { width: 1200, height: 630 };

/** Where the preview image of a public page is; app/og makes them when the site is built. */
export const previewPath = (path: string) => `/og${path === '/' ? '/index' : path}.png`;

/**
 * The metadata of a public page for search engines and previews; components/layout/public-url.tsx has what names its
 * address.
 */
export function pageMetadata({
  title,
  description,
  isWholeTitle = false,
  type = 'website',
  publishedTime,
}: PageDescription): Metadata {
  const shared = { siteName: brand.name, locale: 'en_US', title, description };
  return {
    title: isWholeTitle ? { absolute: title } : title,
    description,
    alternates: {
      types: { 'application/rss+xml': [{ url: '/feed.xml', title: `${brand.name} blog` }] },
    },
    openGraph:
      type === 'article'
        ? { ...shared, type, publishedTime: publishedTime && `${publishedTime}T00:00:00Z` }
        : { ...shared, type },
    // Next fills in the title and description from Open Graph.
    twitter: { card: 'summary_large_image' },
  };
}

export const contactPage: PageDescription = {
  title: 'Contact Us',
  description:
    'Ask about the alpha, the docs or your account, or tell us what the platform should do for you.',
};
export const blogPage: PageDescription = {
  title: 'Blog',
  description: 'How an AI orchestration layer is designed, and why: routing, fallbacks, workflows and cost.',
};
