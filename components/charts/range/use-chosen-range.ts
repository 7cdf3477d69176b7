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
    const named = readRange(new URLSearchParams(query));
    return {
      range: named ?? defaultRange,
      valid: named !== null,
      choose: (next: ChosenRange) => {
        // The browser's own address: of two quick presses the second comes before the first is rendered.
        const address = new URLSearchParams(window.location.search);
        const search = writeRange(next, address);
        if (search === address.toString()) return;
        window.history.pushState(null, '', search ? `?${search}` : window.location.pathname);
      },
    };
  }, [query]);
}
