import { type DocsTree, docsTrees } from '@/lib/config/docs';
import type { SearchEntry } from '@/lib/content/search-entries';

/** @returns every section of a tree @throws Error where it could not be fetched */
export async function fetchEntries(tree: DocsTree): Promise<SearchEntry[]> {
  const response = await fetch(`${docsTrees[tree].root}/search.json`);
  if (!response.ok) throw new Error(`The sections of ${tree} were answered with ${response.status}.`);
  return response.json();
}
