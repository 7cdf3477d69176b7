'use client';
import { useEffect, useEffectEvent, useState } from 'react';
import { type TypedDocumentNode, useClient } from 'urql';
import { useListPlace } from '@/components/ui/use-list-place';
import { queryFresh } from '@/lib/graphql-client/calls';
import { type CursorList, type PageVariables, useCursorList } from '@/lib/graphql-client/use-cursor-list';
import { usePolling } from './use-polling';

interface LiveListOptions<Data, Variables extends PageVariables, Row extends { id: string }> {
  query: TypedDocumentNode<Data, Variables>;
  /** The same page as it is now. A document of its own: if a reading fails, the list on show stays. */
  queryNow: TypedDocumentNode<Data, Variables>;
  filters: Omit<Variables, keyof PageVariables>;
  rowsOf: (data: Data) => Row[];
  /** The cursor of a further search, if only some of the list was searched. */
  continueFromOf?: (data: Data) => string | null;
  /** The rows' GraphQL type. */
  typename: string;
  /** A row that has ended no longer changes. */
  isUnderWay: (row: NoInfer<Row>) => boolean;
  /** Reads none, because the filters can't be used. */
  pause?: boolean;
}

export interface LiveList<Row> {
  list: CursorList<Row>;
  /** Newer rows than the list shows. */
  newRows: NewRows;
}

interface NewRows {
  count: number;
  /** There may be more than were counted. */
  hasMore: boolean;
}

/** How often (ms) the rows on show are read again: while one of them runs, and while only new ones can come. */
const readEvery = { running: 2_000, resting: 10_000 };

/** Rows that match the filters, newest first, a page of 20 at a time; those under way are kept up to date in place. */
export function useLiveList<Data, Variables extends PageVariables, Row extends { id: string }>({
  query,
  queryNow,
  filters,
  rowsOf,
  continueFromOf,
  typename,
  isUnderWay,
  pause = false,
}: LiveListOptions<Data, Variables, Row>): LiveList<Row> {
  const client = useClient();
  const list = useCursorList({
    query,
    variables: filters,
    ...useListPlace(),
    rowsOf,
    continueFromOf,
    typename,
    pause,
  });
  const { state, page } = list;
  const asked = { ...filters, ...page } as Variables;
  const key = JSON.stringify(asked);
  const [latest, setLatest] = useState<{ key: string; rows: Row[] }>({ key, rows: [] });
  const read = latest.key === key ? latest.rows : [];

  const listed = state.status === 'ready' ? state.rows : [];
  // The list may be newer than the reading.
  const rows = listed.map((row) => (isUnderWay(row) && read.find(({ id }) => id === row.id)) || row);
  const isFirst = page.after === null && page.before === null;
  const newRows = isFirst && state.status === 'ready' && !state.turning ? newIn(read, listed) : none;

  const resting = isFirst ? readEvery.resting : null;
  const every = rows.some(isUnderWay) ? readEvery.running : resting;
  usePolling(
    async () => {
      const data = await queryFresh(client, queryNow, asked).catch(() => null);
      if (data) setLatest({ key, rows: rowsOf(data) });
    },
    state.status === 'ready' ? every : null,
  );

  // If the list is empty, nothing moves.
  const isFirstRow = newRows.count > 0 && listed.length === 0;
  const reload = useEffectEvent(list.reload);
  useEffect(() => {
    if (isFirstRow) reload();
  }, [isFirstRow]);

  return { list: state.status === 'ready' ? { ...list, state: { ...state, rows } } : list, newRows };
}

const none: NewRows = { count: 0, hasMore: false };

/** The rows above those on show. @param read the first page as it is now */
function newIn(read: readonly { id: string }[], listed: readonly { id: string }[]): NewRows {
  const known = new Set(listed.map(({ id }) => id));
  const count = read.findIndex(({ id }) => known.has(id));
  return count === -1 ? { count: read.length, hasMore: listed.length > 0 } : { count, hasMore: false };
}
