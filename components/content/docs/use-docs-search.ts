'use client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { DocsTree } from '@/lib/config/docs';
import { unlessLeaving } from '@/lib/graphql-client/unless-leaving';
import { buildSearchIndex, fetchEntries, type SearchResult } from './search-index';

type Find = (query: string) => SearchResult[];

const loaded = new Map<DocsTree, Promise<Find>>();

/** Fetches and builds a tree's index once per visit; after a failure it can be tried again. */
function loadIndex(tree: DocsTree): Promise<Find> {
  const index = loaded.get(tree) ?? unlessLeaving(fetchEntries(tree)).then(buildSearchIndex);
  loaded.set(tree, index);
  index.catch(() => loaded.delete(tree));
  return index;
}

/**
 * The sections of a tree that match a query; none for an empty one.
 * @param wanted whether the index is needed already
 */
export function useDocsSearch(tree: DocsTree, query: string, wanted = true) {
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
  useEffect(() => {
    if (wanted) load();
  }, [load, wanted]);

  // Not deferred: a search takes half a millisecond, and the results must match the typed text.
  const results = useMemo(() => find?.(query) ?? [], [find, query]);
  return { state, results, retry: load };
}
