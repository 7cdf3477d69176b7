'use client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type TypedDocumentNode, useQuery } from 'urql';
import { isBadInput } from './is-bad-input';
import { waitSentence } from './wait-sentence';

const defaultPageSize = 20;

interface PageVariables {
  limit?: number | null;
  after?: string | null;
}

interface CursorListOptions<Data, Variables extends PageVariables, Row extends { id: string }> {
  query: TypedDocumentNode<Data, Variables>;
  /** The list's filters and order; with others it begins at its first page again. */
  variables: Omit<Variables, keyof PageVariables>;
  rowsOf: (data: Data) => Row[];
  /** The rows' GraphQL type: making one reads the list again, an empty one too. */
  typename: string;
  pageSize?: number;
}

export type CursorListState<Row> =
  | { status: 'loading' }
  /** `wait`: see waitSentence. */
  | { status: 'failed'; wait: string | null }
  | ReadyCursorList<Row>;

export interface ReadyCursorList<Row> {
  status: 'ready';
  rows: Row[];
  /** How many rows stand on the pages before. */
  skipped: number;
  hasMore: boolean;
  /** Another page is on its way; this is the one before. */
  turning: boolean;
}

export interface CursorList<Row> {
  state: CursorListState<Row>;
  /** What the page on show was asked for with, beside the filters. */
  page: { limit: number; after: string | null };
  nextPage: () => void;
  previousPage: () => void;
  /** Reads the page on show again. */
  reload: () => void;
  /** Reads a failed page again; where the server refused its cursor, whose row may be gone, the first page. */
  retry: () => void;
  /** Shows the first page; a failed list is read again, whichever page was on show. */
  reloadFirst: () => void;
}

/**
 * A list of the API, a page at a time by cursor. On any error there are no rows, and it is logged (SPEC.md, section 8).
 */
export function useCursorList<Data, Variables extends PageVariables, Row extends { id: string }>({
  query,
  variables,
  rowsOf,
  typename,
  pageSize = defaultPageSize,
}: CursorListOptions<Data, Variables, Row>): CursorList<Row> {
  const filters = JSON.stringify(variables);
  /** The last row of every page before this one, of the list that these filters make. */
  const [path, setPath] = useState<{ filters: string; cursors: string[] }>({ filters, cursors: [] });
  const cursors = path.filters === filters ? path.cursors : [];
  const setCursors = (next: string[]) => setPath({ filters, cursors: next });
  const after = cursors.at(-1) ?? null;
  /** How often the list was asked for anew; whoever asks need not know which page is on show by then. */
  const [readings, setReadings] = useState(0);
  // A new context makes urql ask again.
  const context = useMemo(() => ({ additionalTypenames: [typename], readings }), [typename, readings]);
  // One more than is shown tells whether there are more.
  const page = { limit: pageSize + 1, after };
  // The compiler cannot know that the parts make the whole.
  const asked = { ...variables, ...page } as Variables;
  const [{ data, error, fetching, operation }] = useQuery({
    query,
    variables: asked,
    requestPolicy: readings === 0 ? 'cache-and-network' : 'network-only',
    context,
  });
  const rows = data && rowsOf(data);
  // urql keeps the page before while the next one is fetched.
  const turning = operation !== undefined && JSON.stringify(operation.variables) !== JSON.stringify(asked);
  const ranOut = rows?.length === 0 && cursors.length > 0 && !turning && !error;

  const failed = useRef(false);
  useEffect(() => {
    failed.current = error !== undefined;
    if (error) console.warn(`A list of ${typename} could not be loaded.`, error);
  }, [error, typename]);

  // The page's last row is gone: the page before is the last one.
  if (ranOut) setCursors(cursors.slice(0, -1));

  const reload = () => setReadings((before) => before + 1);
  const state = (): CursorListState<Row> => {
    if (rows && !error && !ranOut) {
      return {
        status: 'ready',
        rows: rows.slice(0, pageSize),
        skipped: pageSize * cursors.length,
        hasMore: rows.length > pageSize,
        turning,
      };
    }
    return fetching || ranOut ? { status: 'loading' } : { status: 'failed', wait: waitSentence(error) };
  };
  return {
    state: state(),
    page,
    nextPage: () => {
      const last = rows?.at(pageSize - 1);
      if (last) setCursors([...cursors, last.id]);
    },
    previousPage: () => setCursors(cursors.slice(0, -1)),
    reload,
    retry: () => {
      if (error && isBadInput(error)) setCursors([]);
      reload();
    },
    reloadFirst: () => {
      setCursors([]);
      if (failed.current) reload();
    },
  };
}
