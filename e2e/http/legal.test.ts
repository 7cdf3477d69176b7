import { expect, test } from 'vitest';
import { fetchSite } from '@/e2e/fetch-site';
import { brand, legal } from '@/lib/config/brand';
import { findLegalPage } from '@/lib/content/legal-pages';
import { formatDate } from '@/lib/format/date';
import { elements, onlyElement, textOf, withoutScripts } from './html-elements';
import { pageHead } from './page-head';

/** The required content of each text, from docs/product.md, "Legal pages". */
const texts = [
  {
    name: 'terms',
    link: 'Terms of Use',
    sections: ['Account requirements', 'Acceptable use', 'Liability limits', 'Changes', 'Contact'],
    points: ['18 or older', 'by email or by a notice on the platform'],
  },
  {
    name: 'privacy',
    link: 'Privacy Policy',
    sections: ['Data we collect', 'Retention and deletion'],
    points: [
      'email address and name',
      'API usage logs and execution metadata',
      'Support communications, optional',
      'depends on the plan tier',
      'deleted on request',
      'no cookies',
    ],
  },
] as const;

for (const { name, link, sections, points } of texts) {
  test(`/${name} is reached from the footer and says all that it has to`, async () => {
    const { title, updated } = findLegalPage(name);
    const footer = onlyElement(withoutScripts(await (await fetchSite('/contact')).text()), 'footer').html;
    const named = elements(footer, 'a').filter((one) => textOf(one.html) === link);
    expect(named.map(({ attributes }) => attributes.href)).toEqual([`/${name}`]);

    const html = await (await fetchSite(`/${name}`)).text();
    expect(pageHead(html).title).toBe(`${title} | ${brand.name}`);
    const main = onlyElement(withoutScripts(html), 'main').html;
    const textsOf = (element: string) => elements(main, element).map((one) => textOf(one.html));
    expect(textsOf('h1')).toEqual([title]);
    const article = onlyElement(main, 'article').html;
    const text = textOf(article).replaceAll(/\s+/g, ' ');
    expect(text).toContain(`Last updated ${formatDate(updated)}`);
    for (const section of sections)
      expect(textsOf('h2')).toEqual(expect.arrayContaining([expect.stringContaining(section)]));
    for (const point of points) expect(text).toContain(point);
    const address = elements(article, 'a').find((one) => textOf(one.html) === legal.email);
    expect(address?.attributes.href).toBe(`mailto:${legal.email}`);
  });
}
