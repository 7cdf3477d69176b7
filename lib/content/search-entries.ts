import type { DocsTree } from '@/lib/config/docs';
import { listDocsPages } from './docs-pages';
import { outline } from './outline';

/** An entry of the search: one section of one page. Its names are short, because the browser loads all of them. */
export interface SearchEntry {
  /** Address, with the heading's anchor. */
  h: string;
  /** The page's title. */
  p: string;
  /** The section's heading, '' for a page's opening. */
  s: string;
  /** The section's words outside tables, code included. */
  t: string;
  /** The words of its tables, if it has any: they are searched, and never shown as an excerpt. */
  d?: string;
  /** Set if its page describes what doesn't run yet. */
  v?: true;
}

/** Every section of a docs tree, in reading order; the description counts as the opening's. */
export function searchEntries(tree: DocsTree): SearchEntry[] {
  return listDocsPages(tree).flatMap(({ href, title, description, preview, source }) => {
    const [opening, ...sections] = outline(source);
    const first = opening?.id ? undefined : opening;
    const entry = (h: string, s: string, t: string, tables: string | undefined): SearchEntry => ({
      ...{ h, p: title, s, t },
      ...(tables && { d: tables }),
      ...(preview && { v: true }),
    });
    return [
      entry(href, '', [description, first?.text].filter(Boolean).join(' '), first?.tables),
      ...(opening?.id ? [opening, ...sections] : sections).map(({ id, heading, text, tables }) =>
        entry(`${href}#${id}`, heading, text, tables),
      ),
    ];
  });
}
