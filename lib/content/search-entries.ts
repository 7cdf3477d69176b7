import type { DocsTree } from '@/lib/config/docs';
import { listDocsPages } from './docs-pages';
import { outline } from './outline';

/** What search finds: one section of one page. Short names: it is sent to the browser for every section there is. */
export interface SearchEntry {
  /** Address, with the heading's anchor. */
  h: string;
  /** The page's title. */
  p: string;
  /** The section's heading, '' for a page's opening. */
  s: string;
  /** The section's words, code included. */
  t: string;
}

/** Every section of a docs tree, in reading order; the description counts as the opening's. */
export function searchEntries(tree: DocsTree): SearchEntry[] {
  return listDocsPages(tree).flatMap(({ href, title, description, source }) => {
    const [opening, ...sections] = outline(source);
    const first = opening?.id ? undefined : opening;
    return [
      { h: href, p: title, s: '', t: [description, first?.text].filter(Boolean).join(' ') },
      ...(opening?.id ? [opening, ...sections] : sections).map(({ id, heading, text }) => ({
        h: `${href}#${id}`,
        p: title,
        s: heading,
        t: text,
      })),
    ];
  });
}
