'use client';
import { useEffect, useState } from 'react';

/**
 * The present moment, read again and again. All that read it equally often have the same moment.
 * @param every milliseconds; null: once
 * @returns epoch milliseconds
 */
export function useNow(every: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (every === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(
        () => {
          setNow(Date.now() - (Date.now() % every));
          wait();
        },
        every - (Date.now() % every),
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, [every]);
  return now;
}
