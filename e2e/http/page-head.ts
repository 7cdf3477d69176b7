import { elements, onlyElement, textOf, withoutScripts } from './html-elements';

/** The parts of a page's HTML that search engines, and pages that link to it, read. */
export interface PageHead {
  title: string;
  /** The content of every `meta`, by its name or property. */
  meta: Record<string, string>;
  /** The address of the page, empty if it names none. */
  canonical: string;
}

/** @param html a whole document, as it was sent */
export function pageHead(html: string): PageHead {
  const head = withoutScripts(onlyElement(html, 'head').html);
  const named = elements(head, 'meta').map(({ attributes: { name, property, content = '' } }) => [
    name || property,
    content,
  ]);
  const canonical = elements(head, 'link').find(({ attributes }) => attributes.rel === 'canonical');
  return {
    title: textOf(onlyElement(head, 'title').html),
    meta: Object.fromEntries(named.filter(([name]) => name)),
    canonical: canonical?.attributes.href ?? '',
  };
}

/** The addresses of a page's links within the site, as they are written. */
export const linksWithin = (html: string): string[] =>
  elements(withoutScripts(html), 'a')
    .map(({ attributes }) => attributes.href ?? '')
    .filter((href) => href.startsWith('/'));
