import Link from 'next/link';
import { useEffect } from 'react';
import type { SearchResult } from './search-index';

interface SearchResultsProps {
  id: string;
  query: string;
  state: 'loading' | 'ready';
  results: SearchResult[];
  chosen: number;
  onFollow: (href: string) => void;
}

/** What was found, best page first, its sections under its title. */
export function SearchResults({ id, query, state, results, chosen, onFollow }: SearchResultsProps) {
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
