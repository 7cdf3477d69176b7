'use client';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { TypedDocumentNode } from 'urql';
import { hasErrorCode } from './errors';
import { useLoadedQuery } from './use-loaded';

const defaultPageSize = 20;

interface PageVariables {
  limit?: number | null;
  after?: string | null;
}

interface CursorListOptions<Data, Variables extends PageVariables, Row extends { id: string }> {
  query: TypedDocumentNode<Data, Variables>;
  /** The list's filters and order; if they change, it starts at its first page again. */
  variables: Omit<Variables, keyof PageVariables>;
  rowsOf: (data: Data) => Row[];
  /** The rows' GraphQL type: creating one reads the list again, even an empty list. */
  typename: string;
  pageSize?: number;
}

export type CursorListState<Row> =
  | { status: 'loading' }
  /** `wait`: see waitSentence. */
  | { status: 'failed'; wait: string | null }
  | ReadyCursorList<Row>;

interface ReadyCursorList<Row> {
  status: 'ready';
  rows: Row[];
  /** How many rows the previous pages have. */
  skipped: number;
  hasMore: boolean;
  /** Another page is on its way; this is the previous one. */
  turning: boolean;
}

export interface CursorList<Row> {
  state: CursorListState<Row>;
  /** The variables of the current page, without the filters. */
  page: { limit: number; after: string | null };
  nextPage: () => void;
  previousPage: () => void;
  /** Reads the current page again. */
  reload: () => void;
  /** Reads a failed page again, or the first page if the server refused the cursor, whose row may be gone. */
  retry: () => void;
  /** Shows the first page; a failed list is read again, even if that is the current page. */
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
  /** The last row of every previous page, of the list that these filters make. */
  const [path, setPath] = useState<{ filters: string; cursors: string[] }>({ filters, cursors: [] });
  const cursors = path.filters === filters ? path.cursors : [];
  const setCursors = (next: string[]) => setPath({ filters, cursors: next });
  const after = cursors.at(-1) ?? null;
  /** How often the list was reloaded; the caller needn't know which page is shown by then. */
  const [readings, setReadings] = useState(0);
  // A new context makes urql ask again.
  const context = useMemo(() => ({ additionalTypenames: [typename], readings }), [typename, readings]);
  // One more than is shown reveals whether there are more.
  const page = { limit: pageSize + 1, after };
  // The compiler can't know that the parts make the whole.
  const asked = { ...variables, ...page } as Variables;
  const loaded = useLoadedQuery({
    query,
    variables: asked,
    requestPolicy: readings === 0 ? 'cache-and-network' : 'network-only',
    context,
    failure: `A list of ${typename} couldn't be loaded.`,
  });
  const rows = loaded.status === 'ready' ? rowsOf(loaded.data) : null;
  // urql keeps the previous page while the next one is fetched.
  const turning = loaded.status === 'ready' && JSON.stringify(loaded.variables) !== JSON.stringify(asked);
  const ranOut = rows?.length === 0 && cursors.length > 0 && !turning;

  const failed = useRef(false);
  useEffect(() => {
    if (loaded.status !== 'loading') failed.current = loaded.status === 'failed';
  }, [loaded.status]);

  // The page's last row is gone: the previous page is the last one.
  if (ranOut) setCursors(cursors.slice(0, -1));

  const reload = () => setReadings((before) => before + 1);
  const state = (): CursorListState<Row> => {
    if (loaded.status === 'failed') return { status: 'failed', wait: loaded.wait };
    if (!rows || ranOut) return { status: 'loading' };
    return {
      status: 'ready',
      rows: rows.slice(0, pageSize),
      skipped: pageSize * cursors.length,
      hasMore: rows.length > pageSize,
      turning,
    };
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
      if (loaded.status === 'failed' && loaded.error && hasErrorCode(loaded.error, 'BAD_USER_INPUT')) {
        setCursors([]);
      }
      reload();
    },
    reloadFirst: () => {
      setCursors([]);
      if (failed.current) reload();
    },
  };
}
