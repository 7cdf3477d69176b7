'use client';
import { useState } from 'react';
import type { CursorList } from '@/lib/graphql-client/use-cursor-list';
import type { Result } from './outcome';

/**
 * How an action went, until something else is on show.
 * @param shown what is on show, as data
 */
export function useResult(shown: object) {
  const [result, setResult] = useState<Result | null>(null);
  const now = JSON.stringify(shown);
  const [before, setBefore] = useState(now);
  if (before !== now) {
    setBefore(now);
    setResult(null);
  }
  return [result, setResult] as const;
}

/**
 * How an action on a row of a list went, until the person filters, sorts or turns the list. A page that the list leaves
 * by itself, because its last row was deleted, keeps the line that says so.
 * @param filters the list's filters and order
 */
export function useListResult<Row>(list: CursorList<Row>, filters: object) {
  const [result, setResult] = useResult(filters);
  const turn = (turnPage: () => void) => () => {
    setResult(null);
    turnPage();
  };
  return {
    list: { ...list, nextPage: turn(list.nextPage), previousPage: turn(list.previousPage) },
    result,
    setResult,
  };
}
