import MiniSearch from 'minisearch';
import type { DocsLink } from '@/lib/content/docs-navigation';
import type { SearchEntry } from '@/lib/content/search-entries';

const MOST = 5;

/**
 * The pages whose address or title comes nearest to a path that is none, best first, at most five.
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
    .slice(0, MOST)
    .map(({ id, title }) => ({ href: String(id), title: String(title) }));
}
