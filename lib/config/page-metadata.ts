import type { Metadata } from 'next';
import { brand } from './brand';

interface PageDescription {
  /** The page's own title; the site's name is added everywhere but on the landing page. */
  title: string;
  /** 50 to 160 characters, unique per page. */
  description: string;
  /** Absolute, without a trailing slash: `/contact`. */
  path: string;
  type?: 'website' | 'article';
  /** `YYYY-MM-DD`, of an article. */
  publishedTime?: string;
}

/** Pixels of every preview image. */
export const previewSize = { width: 1200, height: 630 };

/** Where the preview image of a public page is; app/og makes them when the site is built. */
export const previewPath = (path: string) => `/og${path === '/' ? '/index' : path}.png`;

/**
 * The metadata of a public page for search engines and previews. Addresses are relative to the root layout's
 * `metadataBase`, PUBLIC_URL.
 */
export function pageMetadata({
  title,
  description,
  path,
  type = 'website',
  publishedTime,
}: PageDescription): Metadata {
  const shared = { url: path, siteName: brand.name, locale: 'en_US', title, description };
  const images = [{ url: previewPath(path), ...previewSize, alt: `${title}, on a dark ground` }];
  return {
    title: path === '/' ? { absolute: title } : title,
    description,
    alternates: {
      canonical: path,
      types: { 'application/rss+xml': [{ url: '/feed.xml', title: `${brand.name} blog` }] },
    },
    openGraph:
      type === 'article'
        ? { ...shared, images, type, publishedTime: publishedTime && `${publishedTime}T00:00:00Z` }
        : { ...shared, images, type },
    // Next fills in the title, description and image from Open Graph.
    twitter: { card: 'summary_large_image' },
  };
}
