'use client';
import { useEffect, useState } from 'react';
import { type TypedDocumentNode, useQuery } from 'urql';
import { mostOptions } from './searched-select';

interface SearchVariables {
  search?: string | null;
  limit?: number | null;
}

interface SearchedRecords<Row, Variables> {
  /** Lists the records that match a search. */
  query: TypedDocumentNode<{ options: Row[] }, Variables & SearchVariables>;
  variables: Variables;
  /** Reads the chosen record if the search didn't find it. */
  chosenQuery: TypedDocumentNode<{ chosen: Row }, { id: string }>;
  /** The id of the chosen record; empty for none. */
  chosen: string;
  textOf: (row: Row) => string;
  /** The word for the records: `users` */
  what: string;
  /** Reads none, except the chosen one. */
  pause?: boolean;
}

/**
 * The records to choose from in a SearchedSelect: at most a hundred, and the chosen one among them, even if the search
 * didn't find it.
 */
export function useSearchedOptions<Row extends { id: string }, Variables extends object>({
  query,
  variables,
  chosenQuery,
  chosen,
  textOf,
  what,
  pause = false,
}: SearchedRecords<Row, Variables>) {
  const [words, setWords] = useState('');
  const [found, readAgain] = useQuery({
    query,
    variables: { ...variables, search: words || null, limit: mostOptions + 1 },
    pause,
    requestPolicy: 'cache-and-network',
  });
  const rows = found.data?.options ?? [];
  const listed = rows.slice(0, mostOptions);
  const isListed = listed.some(({ id }) => id === chosen);
  const [alone] = useQuery({
    query: chosenQuery,
    variables: { id: chosen },
    pause: chosen === '' || isListed || found.fetching,
  });
  const other = alone.data?.chosen;
  const known = !isListed && other && other.id === chosen ? [other, ...listed] : listed;

  useEffect(() => {
    if (found.error) console.warn(`The ${what} to choose from couldn't be loaded.`, found.error);
  }, [found.error, what]);

  return {
    options: known.map((row) => ({ id: row.id, text: textOf(row) })),
    hasMore: rows.length > mostOptions,
    failure: found.error ? `The ${what} couldn't be loaded.` : null,
    onRetry: () => readAgain({ requestPolicy: 'network-only' }),
    words,
    onSearch: setWords,
  };
}
