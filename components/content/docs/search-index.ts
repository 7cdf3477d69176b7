import MiniSearch from 'minisearch';
import type { SearchEntry } from '@/lib/content/search-entries';

/** A section that matches. */
export interface SearchResult {
  href: string;
  page: string;
  /** '' for a page's opening. */
  section: string;
  /** Its words around the first match. */
  excerpt: string;
}

/** Words of questions, which say nothing about where the answer stands. */
const fillers = new Set(
  'a an and are can do does for how i in is it me my of on or the to what when where which why with'.split(
    ' ',
  ),
);

const MOST = 24;
const AROUND = 60;

/** `queueAsyncWorkflow` is found by its parts as well; `max_tokens` MiniSearch itself takes for two words. */
const termsOf = (term: string): string[] => {
  const parts = term.split(/(?<=[a-z\d])(?=[A-Z])/);
  return [...new Set([term, ...(parts.length > 1 ? parts : [])].map((part) => part.toLowerCase()))];
};

/**
 * Builds the full-text index of a tree.
 * @returns what finds the sections with every word of a query, else those with any; those of a page stand together,
 *   the best page first; at most 24
 */
export function buildSearchIndex(entries: SearchEntry[]): (query: string) => SearchResult[] {
  const index = new MiniSearch<SearchEntry>({
    idField: 'h',
    fields: ['p', 's', 't'],
    processTerm: termsOf,
    searchOptions: {
      processTerm: (term) => term.toLowerCase(),
      boost: { p: 3, s: 4 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(entries);
  const byAddress = new Map(entries.map((entry) => [entry.h, entry]));

  return (query) => {
    const words = query.split(/\s+/);
    const telling = words.filter((word) => !fillers.has(word.toLowerCase()));
    const wanted = (telling.length > 0 ? telling : words).join(' ');
    const whole = index.search(wanted, { combineWith: 'AND' });
    const found = (whole.length > 0 ? whole : index.search(wanted)).slice(0, MOST);
    const results = found.flatMap(({ id, terms }) => {
      const entry = byAddress.get(id);
      return entry
        ? [{ href: entry.h, page: entry.p, section: entry.s, excerpt: excerptOf(entry.t, terms) }]
        : [];
    });
    const pages = [...new Set(results.map((result) => result.page))];
    return pages.flatMap((page) => results.filter((result) => result.page === page));
  };
}

function excerptOf(text: string, terms: string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const from = places.length > 0 ? Math.max(0, Math.min(...places) - AROUND) : 0;
  const start = from > 0 ? text.indexOf(' ', from) + 1 : 0;
  return `${start > 0 ? '… ' : ''}${text.slice(start, start + 4 * AROUND)}`;
}
