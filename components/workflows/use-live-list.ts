'use client';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type TypedDocumentNode, useClient } from 'urql';
import { useListPlace } from '@/components/ui/use-list-place';
import { queryFresh } from '@/lib/graphql-client/calls';
import { type CursorList, type PageVariables, useCursorList } from '@/lib/graphql-client/use-cursor-list';
import { useListPolling } from './use-list-polling';

interface LiveListOptions<Data, Variables extends PageVariables, Row extends { id: string }> {
  query: TypedDocumentNode<Data, Variables>;
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

/** Rows that match the filters, newest first, a page of 20 at a time; those under way are kept up to date in place. */
export function useLiveList<Data, Variables extends PageVariables, Row extends { id: string }>({
  query,
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
  const queryNow = useMemo(() => renamed(query), [query]);
  const [latest, setLatest] = useState<{ key: string; rows: Row[] }>({ key, rows: [] });
  const read = latest.key === key ? latest.rows : [];

  const listed = state.status === 'ready' ? state.rows : [];
  // The list may be newer than the reading.
  const rows = listed.map((row) => (isUnderWay(row) && read.find(({ id }) => id === row.id)) || row);
  const isFirst = page.after === null && page.before === null;
  const newRows = isFirst && state.status === 'ready' && !state.turning ? newIn(read, listed) : none;

  const changes = rows.some(isUnderWay) ? 'running' : isFirst ? 'new' : null;
  useListPolling({
    key,
    changes: state.status === 'ready' ? changes : null,
    read: async () => {
      const data = await queryFresh(client, queryNow, asked).catch(() => null);
      if (!data) return null;
      const rowsNow = rowsOf(data);
      setLatest({ key, rows: rowsNow });
      return rowsNow[0]?.id ?? '';
    },
  });

  // If the list is empty, nothing moves.
  const isFirstRow = newRows.count > 0 && listed.length === 0;
  const reload = useEffectEvent(list.reload);
  useEffect(() => {
    if (isFirstRow) reload();
  }, [isFirstRow]);

  return { list: state.status === 'ready' ? { ...list, state: { ...state, rows } } : list, newRows };
}

/** The same document under another name: if a reading of it fails, the list on show stays. */
const renamed = <Data, Variables>({
  kind,
  definitions,
}: TypedDocumentNode<Data, Variables>): TypedDocumentNode<Data, Variables> => ({
  kind,
  definitions: definitions.map((definition) =>
    'operation' in definition && definition.name
      ? { ...definition, name: { ...definition.name, value: `${definition.name.value}Now` } }
      : definition,
  ),
});

const none: NewRows = { count: 0, hasMore: false };

/** The rows above those on show. @param read the first page as it is now */
function newIn(read: readonly { id: string }[], listed: readonly { id: string }[]): NewRows {
  const known = new Set(listed.map(({ id }) => id));
  const count = read.findIndex(({ id }) => known.has(id));
  return count === -1 ? { count: read.length, hasMore: listed.length > 0 } : { count, hasMore: false };
}
