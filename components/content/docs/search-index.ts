import MiniSearch from 'minisearch';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import type { DocsLink } from '@/lib/content/docs-navigation';
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

/** Words of questions, which say nothing about what is searched for. */
const fillers = new Set(
  'a an and are can do does for how i in is it me my of on or the to what when where which why with'.split(
    ' ',
  ),
);

const MOST_SECTIONS = 24;
const MOST_PAGES = 5;
/** Characters of an excerpt before its first match. */
const AROUND = 60;

/** `queueAsyncWorkflow` is found by its parts as well; MiniSearch itself splits `max_tokens`. */
const termsOf = (term: string): string[] => {
  const parts = term.split(/(?<=[a-z\d])(?=[A-Z])/);
  return [...new Set([term, ...(parts.length > 1 ? parts : [])].map((part) => part.toLowerCase()))];
};

/**
 * Builds the full-text index of a tree.
 * @returns a function that finds the sections with every word of a query, or with any word if none has them all; at
 *   most 24, grouped by page, the best page first
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
    const significant = words.filter((word) => !fillers.has(word.toLowerCase()));
    const wanted = (significant.length > 0 ? significant : words).join(' ');
    const whole = index.search(wanted, { combineWith: 'AND' });
    const found = (whole.length > 0 ? whole : index.search(wanted)).slice(0, MOST_SECTIONS);
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

/**
 * The pages whose address or title is most similar to a path that doesn't exist, best first, at most five.
 * @param entries of the tree's search
 * @param path below the tree's root, as it was typed
 */
export function nearestPages(entries: SearchEntry[], path: string): DocsLink[] {
  const pages = entries
    .filter((entry) => entry.s === '')
    .map((entry) => ({ id: entry.h, title: entry.p, words: entry.h.replaceAll(/[/-]/g, ' ') }));
  const index = new MiniSearch({
    fields: ['title', 'words'],
    storeFields: ['title'],
    searchOptions: { prefix: true, fuzzy: 0.34, combineWith: 'OR' },
  });
  index.addAll(pages);
  return index
    .search(path.replaceAll(/[/_.-]/g, ' '))
    .slice(0, MOST_PAGES)
    .map(({ id, title }) => ({ href: String(id), title: String(title) }));
}

/** @returns every section of a tree @throws Error if it couldn't be fetched */
export async function fetchEntries(tree: DocsTree): Promise<SearchEntry[]> {
  const response = await fetch(`${docsTrees[tree].root}/search.json`);
  if (!response.ok) throw new Error(`The request for the sections of ${tree} returned ${response.status}.`);
  return response.json();
}
