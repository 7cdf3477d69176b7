import { useCallback, useEffect, useMemo, useState } from 'react';
import type { DocsTree } from '@/lib/config/docs';
import { fetchEntries } from './fetch-entries';
import { buildSearchIndex, type SearchResult } from './search-index';

type Find = (query: string) => SearchResult[];

const loaded = new Map<DocsTree, Promise<Find>>();

/** Fetches and builds a tree's index once a visit; a failure is forgotten, so that it can be tried again. */
function loadIndex(tree: DocsTree): Promise<Find> {
  const index = loaded.get(tree) ?? fetchEntries(tree).then(buildSearchIndex);
  loaded.set(tree, index);
  index.catch(() => loaded.delete(tree));
  return index;
}

/** The sections of a tree that match a query, none for an empty one. */
export function useSearch(tree: DocsTree, query: string) {
  const [find, setFind] = useState<Find | null>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');

  const load = useCallback(() => {
    setState('loading');
    loadIndex(tree).then(
      (index) => {
        setFind(() => index);
        setState('ready');
      },
      () => setState('failed'),
    );
  }, [tree]);
  useEffect(load, [load]);

  // Not deferred: a search takes half a millisecond, and results must be those of what is typed.
  const results = useMemo(() => find?.(query) ?? [], [find, query]);
  return { state, results, retry: load };
}
