'use client';
import { publicUrl } from '@/components/layout/public-url';
import { brand } from '@/lib/config/brand';
import type { Post } from '@/lib/content/posts';

/** Structured data for search engines, a schema.org object. */
function JsonLd({ data }: { data: object }) {
  // `<` escaped: no text in the data can end the script.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** The site and the company that runs it, for the landing page. */
export function OrganizationJsonLd() {
  const organization = `${publicUrl}/#organization`;
  return (
    <JsonLd
      data={{
        '@graph': [
          {
            '@type': 'Organization',
            '@id': organization,
            name: brand.company,
            url: `${publicUrl}/`,
            logo: `${publicUrl}/icons/icon-512.png`,
          },
          {
            '@type': 'WebSite',
            '@id': `${publicUrl}/#website`,
            name: brand.name,
            description: brand.description,
            url: `${publicUrl}/`,
            inLanguage: 'en',
            publisher: { '@id': organization },
          },
        ],
      }}
    />
  );
}

/** A post for search engines, by the organization that the landing page describes. */
export function PostJsonLd({ post }: { post: Pick<Post, 'slug' | 'title' | 'description' | 'date'> }) {
  const url = `${publicUrl}/blog/${post.slug}`;
  const organization = {
    '@type': 'Organization',
    '@id': `${publicUrl}/#organization`,
    name: brand.company,
    url: `${publicUrl}/`,
  };
  return (
    <JsonLd
      data={{
        '@type': 'BlogPosting',
        headline: post.title,
        description: post.description,
        datePublished: post.date,
        url,
        mainEntityOfPage: url,
        inLanguage: 'en',
        author: organization,
        publisher: organization,
      }}
    />
  );
}
