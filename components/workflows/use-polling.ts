'use client';
import { useEffect, useEffectEvent } from 'react';

/**
 * Reads again and again while the page is visible, each time so long after the last reading has ended.
 * @param every milliseconds; null: not at all
 */
export function usePolling(read: () => Promise<void>, every: number | null): void {
  const readNow = useEffectEvent(read);
  useEffect(() => {
    if (every === null) return;
    let timer: ReturnType<typeof setTimeout>;
    let ended = false;
    const wait = () => {
      timer = setTimeout(async () => {
        if (!document.hidden) await readNow();
        if (!ended) wait();
      }, every);
    };
    wait();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [every]);
}
