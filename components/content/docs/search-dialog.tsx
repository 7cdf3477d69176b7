'use client';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useState, useTransition } from 'react';
import { LoadingNote } from '@/components/content/page-link';
import { Dialog } from '@/components/ui/dialog';
import { Failure } from '@/components/ui/failure';
import { Input } from '@/components/ui/input';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { buildSearchIndex, fetchEntries, type SearchResult } from './search-index';

interface SearchDialogProps {
  tree: DocsTree;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  finalFocus: () => HTMLElement | null;
}

/** Searches a docs tree: results while typing, arrow keys to choose, Enter to open. */
export function SearchDialog({ tree, open, onOpenChange, finalFocus }: SearchDialogProps) {
  const router = useRouter();
  const [following, startFollowing] = useTransition();
  const follow = (href: string) => {
    onOpenChange(false);
    startFollowing(() => router.push(href));
  };

  return (
    <>
      <Dialog open={open} onOpenChange={onOpenChange} title="Search" size="wide" finalFocus={finalFocus}>
        <SearchForm tree={tree} onFollow={follow} />
      </Dialog>
      {following && <LoadingNote text={docsTrees[tree].loading} />}
    </>
  );
}

function SearchForm({ tree, onFollow }: { tree: DocsTree; onFollow: (href: string) => void }) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const { state, results, retry } = useSearch(tree, query);

  const move = (event: KeyboardEvent) => {
    // These keys belong to the input method; Safari doesn't mark the Enter that ends a composition, but gives it code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + results.length) % results.length);
    }
    const result = results[chosen];
    if (event.key === 'Enter' && result) {
      event.preventDefault();
      onFollow(result.href);
    }
  };

  return (
    <>
      <Input
        autoFocus
        type="search"
        role="combobox"
        aria-label="Search the documentation"
        aria-expanded={results.length > 0}
        aria-controls={id}
        aria-activedescendant={results.length > 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        placeholder="A word, an option, an error code"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onKeyDown={move}
        className="mt-4"
      />
      {state === 'failed' ? (
        <Failure message="The search couldn't be loaded." onRetry={retry} className="mt-4" />
      ) : (
        <SearchResults
          id={id}
          query={query}
          state={state}
          results={results}
          chosen={chosen}
          onFollow={onFollow}
        />
      )}
    </>
  );
}

interface SearchResultsProps {
  id: string;
  query: string;
  state: 'loading' | 'ready';
  results: SearchResult[];
  chosen: number;
  onFollow: (href: string) => void;
}

/** The results, best page first, with its sections under its title. */
function SearchResults({ id, query, state, results, chosen, onFollow }: SearchResultsProps) {
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);

  const message =
    query.trim() === ''
      ? 'Finds titles, text and code.'
      : state === 'loading'
        ? 'Loading the search...'
        : results.length === 0
          ? `Nothing found for “${query.trim()}”.`
          : `${results.length} ${results.length === 1 ? 'result' : 'results'}`;

  return (
    <>
      <p role="status" className="mt-3 text-[13.5px] text-muted">
        {message}
      </p>
      <div
        role="listbox"
        id={id}
        aria-label="Results"
        className="mt-2 max-h-[min(52dvh,460px)] overflow-y-auto empty:hidden"
      >
        {results.map((result, index) => (
          <Link
            key={result.href}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            href={result.href}
            prefetch={false}
            onNavigate={(event) => {
              event.preventDefault();
              onFollow(result.href);
            }}
            className={`block rounded-control px-3 py-2 no-underline aria-selected:bg-paper-2 hover:bg-paper-2 ${result.page === results[index - 1]?.page ? 'ml-4' : ''}`}
          >
            <span className="block text-[14.5px] font-semibold">{result.section || result.page}</span>
            {result.section && result.page !== results[index - 1]?.page && (
              <span className="block text-[13px] text-muted">{result.page}</span>
            )}
            <span className="line-clamp-2 text-[13.5px] text-muted">{result.excerpt}</span>
          </Link>
        ))}
      </div>
    </>
  );
}

type Find = (query: string) => SearchResult[];

const loaded = new Map<DocsTree, Promise<Find>>();

/** Fetches and builds a tree's index once per visit; after a failure it can be tried again. */
function loadIndex(tree: DocsTree): Promise<Find> {
  const index = loaded.get(tree) ?? fetchEntries(tree).then(buildSearchIndex);
  loaded.set(tree, index);
  index.catch(() => loaded.delete(tree));
  return index;
}

/** The sections of a tree that match a query; none for an empty one. */
function useSearch(tree: DocsTree, query: string) {
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

  // Not deferred: a search takes half a millisecond, and the results must match the typed text.
  const results = useMemo(() => find?.(query) ?? [], [find, query]);
  return { state, results, retry: load };
}
