'use client';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatCount } from '@/lib/format/number';
import type { CursorList, CursorListState } from '@/lib/graphql-client/use-cursor-list';
import { ListHead, ListPager, type PagerLabels } from './list-parts';
import { Failure } from './outcome';
import { TableSkeleton } from './skeleton';

interface CursorListViewProps<Row> {
  list: CursorList<Row>;
  words: ListWords;
  /** Shown if the list couldn't be loaded. */
  failure: string;
  /** Shown if there are no rows. */
  empty: ReactNode;
  /** The listed things, in the plural: `API keys`. */
  what: string;
  labels?: PagerLabels;
  /** How many rows are shown while it loads. */
  skeleton?: number;
  /** Shown next to the line above the list. */
  action?: ReactNode;
  /** Classes of the row above the list. */
  className?: string;
  /** The focused button is about to disappear. */
  onFocusLost: () => void;
  /** Shows a page; `busy` while another one is loading. */
  children: (rows: Row[], busy: boolean) => ReactNode;
}

/** A list in any state, under a line that says which rows it shows (docs/product.md, "Lists"). */
export function CursorListView<Row>({
  list,
  words,
  failure,
  empty,
  what,
  labels,
  skeleton,
  action,
  className,
  onFocusLost,
  children,
}: CursorListViewProps<Row>) {
  const { state } = list;
  const isEmpty = state.status === 'ready' && state.rows.length === 0;
  const head = useRef<HTMLDivElement>(null);
  const skipped = state.status === 'ready' && !state.turning ? state.skipped : null;
  const shown = useRef(skipped);
  useEffect(() => {
    if (skipped === null) return;
    // A page is read from its first row, but the button that turned to it is below its last.
    if (shown.current !== null && shown.current !== skipped)
      head.current?.scrollIntoView({ block: 'nearest' });
    shown.current = skipped;
  }, [skipped]);
  return (
    <>
      <div className="scroll-mt-20" ref={head} />
      <ListHead
        action={action}
        // Nothing to say above an empty state: only announced, without a height.
        className={isEmpty && !action ? 'sr-only' : className}
        line={listLine(state, words)}
      />
      {state.status === 'loading' && <TableSkeleton rows={skeleton} />}
      {state.status === 'failed' && (
        <Failure
          message={failure}
          onRetry={() => {
            onFocusLost();
            list.reload();
          }}
          wait={state.wait}
        />
      )}
      {isEmpty && empty}
      {state.status === 'ready' && state.rows.length > 0 && (
        <>
          {children(state.rows, state.turning)}
          <ListPager labels={labels} page={state} turns={list} what={what} />
        </>
      )}
    </>
  );
}

interface ListWords {
  /** `Loading users...` */
  loading: string;
  one: string;
  other: string;
  /** `newest first`; undefined if the order is obvious. */
  order?: string;
}

/** The line above a list: that it's loading, or which rows it shows. Empty if it failed or has no rows. */
function listLine<Row>(state: CursorListState<Row>, { loading, one, other, order }: ListWords): string {
  if (state.status === 'loading') return loading;
  if (state.status === 'failed' || state.rows.length === 0) return '';
  if (state.turning) return loading;
  const { skipped, rows, hasMore } = state;
  if (rows.length === 1 && skipped === 0 && !hasMore) return `1 ${one}`;
  const ordered = order ? `, ${order}` : '';
  if (skipped === 0 && !hasMore) return `${formatCount(rows.length)} ${other}${ordered}`;
  const name = other.charAt(0).toUpperCase() + other.slice(1);
  return `${name} ${formatCount(skipped + 1)} to ${formatCount(skipped + rows.length)}${ordered}`;
}
