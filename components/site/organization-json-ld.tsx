import { brand } from '@/lib/config/brand';
import { JsonLd } from './json-ld';

/** Who runs the site and what it is called; of the landing page. `origin` is PUBLIC_URL. */
export function OrganizationJsonLd({ origin }: { origin: string }) {
  const organization = `${origin}/#organization`;
  return (
    <JsonLd
      data={{
        '@graph': [
          {
            '@type': 'Organization',
            '@id': organization,
            name: brand.company,
            url: `${origin}/`,
            logo: `${origin}/icons/icon-512.png`,
          },
          {
            '@type': 'WebSite',
            '@id': `${origin}/#website`,
            name: brand.name,
            description: brand.description,
            url: `${origin}/`,
            inLanguage: 'en',
            publisher: { '@id': organization },
          },
        ],
      }}
    />
  );
}
