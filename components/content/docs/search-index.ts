import MiniSearch, { type QueryCombination } from 'minisearch';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { searchSynonyms } from '@/lib/config/docs-search';
import type { DocsLink } from '@/lib/content/docs-pages';
import type { SearchEntry } from '@/lib/content/search-entries';
import { splitAtWords, wordsOf } from '@/lib/rules/search-text';

/** A section that matches. */
export interface SearchResult {
  href: string;
  tree: DocsTree;
  /** Its page's title and address. */
  page: string;
  pageHref: string;
  /** '' for a page's opening. */
  section: string;
  /** Its words around the first match. */
  excerpt: string;
  /** Whether a word of a text was found. */
  isFound: (word: string) => boolean;
}

/** Words of questions, which say nothing about what is searched for. */
const fillers = new Set(
  'a an and are can do does for how i if in is it me my of on or the there to what when where which why with'.split(
    ' ',
  ),
);

const MOST_PAGES = 8;
const MOST_SECTIONS_OF_PAGE = 3;
/** Characters of an excerpt before its first match. */
const AROUND = 60;
/** The weight of a word in a heading or a title, compared with one of the text. */
const HEADING_WEIGHT = 5;
/** The weight of a synonym, compared with the typed word. */
const SYNONYM_WEIGHT = 0.8;

/** The weight of a page's opening, which says what the page is about, compared with one of its sections. */
const OPENING_WEIGHT = 1.5;
/** The weight of a page whose title is the query or a synonym of it. */
const NAMED_WEIGHT = 3;
/** The weight of pages that few look for first, though their words are those of every other page. */
const LATER_WEIGHT = 0.5;
/** Errors are read after something happened. */
const readLater = /\/(errors\/(?!overview)|changelog)/;
/** If fewer pages have every word, those with any word follow. */
const ENOUGH_PAGES = 3;

const weightOf = ({ h, s, v }: SearchEntry): number =>
  (s === '' ? OPENING_WEIGHT : 1) * (v || readLater.test(h) ? LATER_WEIGHT : 1);

const stemmed = (text: string): string => stemsOf(text).join(' ');

const synonymsByStems = new Map(searchSynonyms.map(({ words, find }) => [stemmed(words), find]));
const LONGEST_PHRASE = Math.max(...[...synonymsByStems.keys()].map((phrase) => phrase.split(' ').length));

/** A query's words, one by one or as the phrases that have synonyms. */
function phrasesOf(words: string[]): string[][] {
  if (words.length === 0) return [];
  for (let length = Math.min(LONGEST_PHRASE, words.length); length > 1; length -= 1)
    if (synonymsByStems.has(stemmed(words.slice(0, length).join(' '))))
      return [words.slice(0, length), ...phrasesOf(words.slice(length))];
  return [words.slice(0, 1), ...phrasesOf(words.slice(1))];
}

const synonymsOf = (phrase: string[]) => synonymsByStems.get(stemmed(phrase.join(' '))) ?? [];

/** Finds the words of a phrase, or a synonym of it, which must be there as written. */
function queryOf(phrase: string[]): QueryCombination {
  return {
    combineWith: 'OR',
    queries: [
      { combineWith: 'AND', queries: phrase },
      ...synonymsOf(phrase).map(
        (synonym): QueryCombination => ({
          combineWith: 'AND',
          queries: [synonym],
          prefix: false,
          fuzzy: false,
          boostTerm: () => SYNONYM_WEIGHT,
        }),
      ),
    ],
  };
}

const pageOf = (href: string) => href.split('#')[0] as string;
/** The tree of a page. */
export const treeOf = (href: string): DocsTree =>
  href.startsWith(docsTrees.devdocs.root) ? 'devdocs' : 'docs';

const forMembers = (href: string) => Number(treeOf(href) === 'devdocs');

/**
 * Builds the full-text index of the documentation.
 * @returns a function that finds the sections with every word of a query or a synonym of it. If these are on fewer than
 *   3 pages, it adds sections with any word. Results are grouped by page, the best page first, at most 3 sections of 8
 *   pages.
 */
export function buildSearchIndex(entries: SearchEntry[]): (query: string) => SearchResult[] {
  const index = new MiniSearch<SearchEntry>({
    idField: 'h',
    fields: ['p', 's', 't', 'd'],
    tokenize: wordsOf,
    processTerm: termsOf,
    searchOptions: {
      processTerm: stem,
      boost: { p: HEADING_WEIGHT, s: HEADING_WEIGHT },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(entries);
  const weights = new Map(entries.map((entry) => [entry.h, weightOf(entry)]));
  const titles = new Map(entries.flatMap(({ h, p, s }) => (s === '' ? [[h, stemmed(p)] as const] : [])));
  const byAddress = new Map(entries.map((entry) => [entry.h, entry]));

  return (query) => {
    const words = wordsOf(query);
    const significant = words.filter((word) => !fillers.has(word.toLowerCase()));
    const wanted = significant.length > 0 ? significant : words;
    const phrases = phrasesOf(wanted);
    const queries = phrases.map(queryOf);
    const names = new Set(
      [wanted.join(' '), ...(phrases.length === 1 ? phrases.flatMap(synonymsOf) : [])].map(stemmed),
    );
    const search = (combineWith: 'AND' | 'OR') =>
      index
        .search({
          combineWith,
          queries,
          boostDocument: (href) =>
            (weights.get(href) ?? 1) * (names.has(titles.get(href) ?? '') ? NAMED_WEIGHT : 1),
        })
        // Of equal ones, a page that everybody can read comes first.
        .sort((a, b) => b.score - a.score || forMembers(a.id) - forMembers(b.id));
    const whole = search('AND');
    const isEnough = queries.length === 1 || new Set(whole.map(({ id }) => pageOf(id))).size >= ENOUGH_PAGES;
    const sections = new Map<string, Map<string, string[]>>();
    for (const { id, terms } of [...whole, ...(isEnough ? [] : search('OR'))]) {
      const ofPage = sections.get(pageOf(id)) ?? new Map<string, string[]>();
      sections.set(pageOf(id), ofPage);
      if (!ofPage.has(id) && ofPage.size < MOST_SECTIONS_OF_PAGE) ofPage.set(id, terms);
    }
    return [...sections.values()].slice(0, MOST_PAGES).flatMap((ofPage) =>
      [...ofPage].flatMap(([id, terms]) => {
        const entry = byAddress.get(id);
        return entry ? [resultOf(entry, terms)] : [];
      }),
    );
  };
}

function resultOf({ h, p, s, t }: SearchEntry, terms: string[]): SearchResult {
  const found = new Set(terms);
  const isFound = (word: string) => termsOf(word).some((term) => found.has(term));
  return {
    href: h,
    tree: treeOf(h),
    page: p,
    pageHref: pageOf(h),
    section: s,
    excerpt: excerptOf(t, isFound),
    isFound,
  };
}

function excerptOf(text: string, isFound: (word: string) => boolean): string {
  const pieces = splitAtWords(text);
  const first = pieces.findIndex((piece, index) => index % 2 === 1 && isFound(piece));
  const from = Math.max(0, pieces.slice(0, Math.max(0, first)).join('').length - AROUND);
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

/**
 * The stem that the forms of an English word share: "retry", "retries", and "retrying" have "retri". It needn't be a
 * word, and only has to be the same for both sides of the search.
 */
function stem(word: string): string {
  const lower = word.toLowerCase();
  if (lower.length <= 3 || /\d/.test(lower)) return lower;
  const singular = lower
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1');
  return singular
    .replace(/^(.{2,}|.*[aeiouy].*)(?:ing|ed)$/, (whole, rest: string) =>
      rest.length > 2 && /[aeiouy]/.test(rest) ? rest : whole,
    )
    .replace(/(?<=..)e$/, '')
    .replace(/([^aeiou])\1$/, '$1')
    .replace(/(?<=[^aeiou])y$/, 'i');
}

function stemsOf(text: string): string[] {
  return wordsOf(text).map(stem);
}

/** The terms of the words seen so far: texts repeat a few thousand words, and building an index asks for each again. */
const known = new Map<string, string[]>();

/** The stems under which a word is found: `queueAsyncWorkflow` by its parts as well. */
function termsOf(word: string): string[] {
  const terms = known.get(word) ?? newTermsOf(word);
  known.set(word, terms);
  return terms;
}

function newTermsOf(word: string): string[] {
  const parts = word.split(/(?<=[a-z\d])(?=[A-Z])/);
  return [...new Set([word, ...(parts.length > 1 ? parts : [])].map(stem))];
}
