import { useState } from 'react';

/** A page of rows, and the turns to its neighbours. */
export interface Pages<Row> {
  rows: readonly Row[];
  /** How many rows stand on the pages before. */
  skipped: number;
  hasMore: boolean;
  nextPage: () => void;
  previousPage: () => void;
}

/**
 * Rows that are all here, a page at a time.
 * @param of names the rows: those of another name begin at their first page
 */
export function usePages<Row>(rows: readonly Row[], size: number, of: string): Pages<Row> {
  const [turned, setTurned] = useState({ of, page: 0 });
  const last = Math.max(0, Math.ceil(rows.length / size) - 1);
  const page = turned.of === of ? Math.min(turned.page, last) : 0;
  const turnTo = (next: number) => setTurned({ of, page: Math.max(0, Math.min(next, last)) });
  return {
    rows: rows.slice(page * size, (page + 1) * size),
    skipped: page * size,
    hasMore: page < last,
    nextPage: () => turnTo(page + 1),
    previousPage: () => turnTo(page - 1),
  };
}
