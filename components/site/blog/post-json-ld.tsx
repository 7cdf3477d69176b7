import { JsonLd } from '@/components/site/json-ld';
import { brand } from '@/lib/config/brand';
import type { Post } from '@/lib/content/posts';

interface PostJsonLdProps {
  post: Post;
  /** PUBLIC_URL, without a slash behind. */
  origin: string;
}

/** A post for search engines, by the organisation that the landing page describes. */
export function PostJsonLd({ post, origin }: PostJsonLdProps) {
  const url = `${origin}/blog/${post.slug}`;
  const organization = {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: brand.company,
    url: `${origin}/`,
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
