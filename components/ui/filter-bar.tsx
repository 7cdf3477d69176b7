'use client';
import type { ReactNode } from 'react';
import type { CursorListState } from '@/lib/graphql-client/use-cursor-list';
import { useFocusLost } from './use-focus-lost';

/**
 * Whether a list has something to filter: not if it's known to have no rows although no filter applies. While it loads,
 * it may have some, so that the filters of most lists never move.
 */
export const isFilterable = (list: CursorListState<unknown>, isFiltered: boolean): boolean =>
  isFiltered || list.status !== 'ready' || list.turning || list.rows.length > 0;

interface FilterBarProps {
  /** The filters are disappearing with the focus; the same function on every render. */
  onFocusLost: () => void;
  className?: string;
  children: ReactNode;
}

/** What narrows or sorts a list; shown only if there is something to filter. */
export function FilterBar({ onFocusLost, className = '', children }: FilterBarProps) {
  const bar = useFocusLost<HTMLElement>(onFocusLost);
  return (
    <search aria-label="Filters" className={`block print:hidden ${className}`} ref={bar}>
      {children}
    </search>
  );
}
