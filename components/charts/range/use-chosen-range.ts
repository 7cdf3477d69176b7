'use client';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { type ChosenRange, defaultRange, readRange, writeRange } from './chosen-range';

/**
 * The range that the page's address holds, and the way to choose another: a step in the browser's history.
 * @returns `valid` false where the address names no range that there is, and the default stands in
 */
export function useChosenRange() {
  const query = useSearchParams().toString();
  return useMemo(() => {
    const address = new URLSearchParams(query);
    const named = readRange(address);
    return {
      range: named ?? defaultRange,
      valid: named !== null,
      choose: (next: ChosenRange) => {
        const search = writeRange(next, address);
        if (search !== query)
          window.history.pushState(null, '', search ? `?${search}` : window.location.pathname);
      },
    };
  }, [query]);
}
