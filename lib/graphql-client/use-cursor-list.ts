'use client';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { CombinedError, TypedDocumentNode } from 'urql';
import { hasErrorCode, type ServerError } from './client-errors';
import { useLoadedQuery } from './use-loaded';

const defaultPageSize = 20;

export interface PageVariables {
  limit?: number | null;
  after?: string | null;
  before?: string | null;
}

/** The place of a page in its list. The first page has no cursor, unless a search continues with it. */
export interface ListPlace {
  /** Counted from 1, for each search. */
  number: number;
  /** The id of the last row of the previous page. */
  after: string | null;
  /** Without `after`: the id of the first row of the next page. */
  before: string | null;
}

export const firstPlace: ListPlace = { number: 1, after: null, before: null };

interface CursorListOptions<Data, Variables extends PageVariables, Row extends { id: string }> {
  query: TypedDocumentNode<Data, Variables>;
  /** The list's filters and order. */
  variables: Omit<Variables, keyof PageVariables>;
  /** Which page is shown. */
  place: ListPlace;
  /** Shows another page, as a step that Back undoes; with `replace`, the current step shows it. */
  onTurn: (place: ListPlace, options?: { replace?: boolean }) => void;
  rowsOf: (data: Data) => Row[];
  /** The cursor of a further search, if only some of the list was searched; null after its end. */
  continueFromOf?: ((data: Data) => string | null) | undefined;
  /** The rows' GraphQL type: creating one reads the list again, even an empty list. */
  typename: string;
  pageSize?: number;
  /** Reads nothing, and stays loading. */
  pause?: boolean;
}

export type CursorListState<Row> =
  | { status: 'loading' }
  /** `wait`: see waitSentence. `isRefused`: the filters name something that isn't there, or can't be used. */
  | { status: 'failed'; wait: string | null; isRefused: boolean }
  | ReadyCursorList<Row>;

interface ReadyCursorList<Row> {
  status: 'ready';
  rows: Row[];
  /** How many rows the previous pages have. */
  skipped: number;
  hasMore: boolean;
  /** Whether only a part of the list was searched, and this is the end of what was found. */
  canContinue: boolean;
  /** Whether it's of a further search, of older rows. */
  isContinued: boolean;
  /** Another page is on its way; this is the previous one. */
  turning: boolean;
}

export interface CursorList<Row> {
  state: CursorListState<Row>;
  /** The variables of the current page, without the filters. */
  page: { limit: number; after: string | null; before: string | null };
  nextPage: () => void;
  previousPage: () => void;
  /** Searches what comes after the part of the list that was searched. */
  continueSearch: () => void;
  /** Reads the current page again. */
  reload: () => void;
  /** Shows the first page; a failed list is read again, even if that is the current page. */
  reloadFirst: () => void;
}

/**
 * A list of the API, a page at a time by cursor. A page that no longer exists leads to the nearest known page, or
 * to the first. On any other error there are no rows, and it is logged (docs/product.md, "Lists").
 */
export function useCursorList<Data, Variables extends PageVariables, Row extends { id: string }>({
  query,
  variables,
  place,
  onTurn,
  rowsOf,
  continueFromOf,
  typename,
  pageSize = defaultPageSize,
  pause = false,
}: CursorListOptions<Data, Variables, Row>): CursorList<Row> {
  const { number, after, before } = place;
  const filters = JSON.stringify(variables);
  /** The place of the page before a cursor, for the pages turned so far. */
  const turned = useRef(new Map<string, ListPlace>());
  const turnedFrom = (cursor: string) => `${filters} ${cursor}`;
  /** How often the list was reloaded; the caller needn't know which page is shown by then. */
  const [readings, setReadings] = useState(0);
  // A new context makes urql ask again.
  const context = useMemo(() => ({ additionalTypenames: [typename], readings }), [typename, readings]);
  // One more than is shown reveals whether there are more.
  const page = { limit: pageSize + 1, after, before };
  // The compiler can't know that the parts make the whole.
  const asked = { ...variables, ...page } as Variables;
  const loaded = useLoadedQuery({
    query,
    variables: asked,
    requestPolicy: readings === 0 ? 'cache-and-network' : 'network-only',
    context,
    failure: `A list of ${typename} couldn't be loaded.`,
    isExpected: refusesCursor,
    pause,
  });
  const read = loaded.status === 'ready' ? rowsOf(loaded.data) : null;
  // urql keeps the previous page while the next one is fetched.
  const turning = loaded.status === 'ready' && JSON.stringify(loaded.variables) !== JSON.stringify(asked);
  const upwards = loaded.status === 'ready' && loaded.variables?.before != null;
  const rows = read && (upwards ? read.slice(-pageSize) : read.slice(0, pageSize));
  const more = read !== null && read.length > pageSize;
  const continueFrom = loaded.status === 'ready' && !more ? continueFromOf?.(loaded.data) : null;

  const firstRow = rows?.[0]?.id;
  const previousPlace = (): ListPlace => {
    const known = after === null ? undefined : turned.current.get(turnedFrom(after));
    if (known) return known;
    // A page that is gone has no rows to count back from.
    const next = firstRow ?? after;
    return number > 2 && next !== null ? { number: number - 1, after: null, before: next } : firstPlace;
  };

  // The cursor's row is gone.
  const refused = loaded.status === 'failed' && loaded.error !== undefined && refusesCursor(loaded.error);
  // The page's rows are gone, so the previous page is the last one.
  const ranOut = after !== null && number > 1 && !turning && rows?.length === 0;
  // Nothing is above these rows.
  const atTop = upwards && !turning && !more;
  const lost = refused || ranOut || atTop;
  const leave = useEffectEvent(() => onTurn(ranOut ? previousPlace() : firstPlace, { replace: true }));
  useEffect(() => {
    if (lost) leave();
  }, [lost]);

  const failed = useRef(false);
  useEffect(() => {
    if (loaded.status !== 'loading') failed.current = loaded.status === 'failed';
  }, [loaded.status]);

  const reload = () => setReadings((before) => before + 1);
  const state = (): CursorListState<Row> => {
    if (lost || pause) return { status: 'loading' };
    if (loaded.status === 'failed')
      return { status: 'failed', wait: loaded.wait, isRefused: isRefused(loaded.error) };
    if (!rows) return { status: 'loading' };
    return {
      status: 'ready',
      rows,
      skipped: pageSize * (number - 1),
      hasMore: upwards || more,
      canContinue: continueFrom != null && !upwards,
      isContinued: after !== null && number === 1,
      turning,
    };
  };
  const turnTo = (nextNumber: number, cursor: string | null | undefined) => {
    if (cursor == null) return;
    turned.current.set(turnedFrom(cursor), place);
    onTurn({ number: nextNumber, after: cursor, before: null });
  };
  return {
    state: state(),
    page,
    nextPage: () => turnTo(number + 1, rows?.at(-1)?.id),
    continueSearch: () => turnTo(1, continueFrom),
    previousPage: () => onTurn(previousPlace()),
    reload,
    reloadFirst: () => {
      onTurn(firstPlace, { replace: true });
      if (failed.current) reload();
    },
  };
}

const isRefused = (error: CombinedError | undefined) =>
  error !== undefined && (hasErrorCode(error, 'BAD_USER_INPUT') || hasErrorCode(error, 'NOT_FOUND'));

/** Whether the server refused a page because its cursor names no row of the list. */
const refusesCursor = ({ graphQLErrors }: CombinedError) =>
  graphQLErrors.some(({ extensions }: ServerError) => {
    const fields = extensions?.fields ?? {};
    return 'after' in fields || 'before' in fields;
  });
