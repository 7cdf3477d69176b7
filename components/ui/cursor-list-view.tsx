'use client';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CursorList } from '@/lib/graphql-client/use-cursor-list';
import { Failure } from './failure';
import { ListHead } from './list-head';
import { type ListWords, listLine } from './list-line';
import { ListPager, type PagerLabels } from './list-pager';
import { TableSkeleton } from './table-skeleton';

interface CursorListViewProps<Row> {
  list: CursorList<Row>;
  words: ListWords;
  /** Said where it could not be loaded. */
  failure: string;
  /** Stands in the place of no rows. */
  empty: ReactNode;
  /** What its pages are of, in the plural: `API keys`. */
  what: string;
  labels?: PagerLabels;
  /** How many rows are shown while it loads. */
  skeleton?: number;
  /** Stands beside the line above it. */
  action?: ReactNode;
  /** Of the row above it. */
  className?: string;
  /** The button that had the focus is about to go. */
  onFocusLost: () => void;
  /** Shows a page; `busy` while another one is on its way. */
  children: (rows: Row[], busy: boolean) => ReactNode;
}

/** A list in whatever state it is, under a line that says which (SPEC.md, section 8). */
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
  const head = useRef<HTMLDivElement>(null);
  const skipped = state.status === 'ready' && !state.turning ? state.skipped : null;
  const shown = useRef(skipped);
  useEffect(() => {
    if (skipped === null) return;
    // A page is read from its first row, the button that turned to it stands below its last.
    if (shown.current !== null && shown.current !== skipped)
      head.current?.scrollIntoView({ block: 'nearest' });
    shown.current = skipped;
  }, [skipped]);
  return (
    <>
      <div className="scroll-mt-20" ref={head} />
      <ListHead action={action} className={className} line={listLine(state, words)} />
      {state.status === 'loading' && <TableSkeleton rows={skeleton} />}
      {state.status === 'failed' && (
        <Failure
          message={failure}
          onRetry={() => {
            onFocusLost();
            list.retry();
          }}
          wait={state.wait}
        />
      )}
      {state.status === 'ready' && state.rows.length === 0 && empty}
      {state.status === 'ready' && state.rows.length > 0 && (
        <>
          {children(state.rows, state.turning)}
          <ListPager labels={labels} page={state} turns={list} what={what} />
        </>
      )}
    </>
  );
}
