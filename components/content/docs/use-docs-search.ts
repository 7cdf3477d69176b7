'use client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { unlessLeaving } from '@/lib/graphql-client/unless-leaving';
import { buildSearchIndex, fetchEntries, type SearchResult } from './search-index';

type Find = (query: string) => SearchResult[];

let loaded: Promise<Find> | undefined;

/** Fetches both trees and builds their index once per visit; after a failure it can be tried again. */
function loadIndex(): Promise<Find> {
  const trees = Object.keys(docsTrees) as DocsTree[];
  const index =
    loaded ?? unlessLeaving(Promise.all(trees.map(fetchEntries))).then((all) => buildSearchIndex(all.flat()));
  loaded = index;
  index.catch(() => {
    loaded = undefined;
  });
  return index;
}

/**
 * The sections of both documentation trees that match a query; none for an empty one.
 * @param wanted whether the index is needed already
 */
export function useDocsSearch(query: string, wanted = true) {
  const [find, setFind] = useState<Find | null>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');

  const load = useCallback(() => {
    setState('loading');
    loadIndex().then(
      (index) => {
        setFind(() => index);
        setState('ready');
      },
      () => setState('failed'),
    );
  }, []);
  useEffect(() => {
    if (wanted) load();
  }, [load, wanted]);

  // Not deferred: a search takes a few milliseconds, and the results must match the typed text.
  const results = useMemo(() => find?.(query) ?? [], [find, query]);
  return { state, results, retry: load };
}
