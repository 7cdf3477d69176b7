'use client';
import { useEffect, useEffectEvent } from 'react';
import type { Loaded } from '@/lib/graphql-client/use-loaded';

/** The least time (ms) between a reading and one because the person came back. */
const RETURN_GAP = 1_000;

/**
 * Reads again and again while the page is visible, each time so long after the last reading has ended; and at once when
 * the person comes back to the window or the tab.
 * @param every milliseconds; null: not at all
 */
export function usePolling(read: () => Promise<void>, every: number | null): void {
  const readNow = useEffectEvent(read);
  useEffect(() => {
    if (every === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let readAt = performance.now();
    const leaving = new AbortController();
    const { signal } = leaving;
    const wait = () => {
      timer = setTimeout(readAndWait, every);
    };
    const readAndWait = async () => {
      timer = undefined;
      if (!document.hidden) await readNow();
      readAt = performance.now();
      if (!signal.aborted) wait();
    };
    const onReturn = () => {
      // Without a timer, it's being read.
      if (document.hidden || timer === undefined || performance.now() - readAt < RETURN_GAP) return;
      clearTimeout(timer);
      void readAndWait();
    };
    window.addEventListener('focus', onReturn, { signal });
    document.addEventListener('visibilitychange', onReturn, { signal });
    wait();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [every]);
}

/**
 * Keeps what was loaded up to date. The last reading stays if one fails: the next may succeed.
 * @param every milliseconds; null: not at all
 */
export function useReloading<Data>(
  loaded: Loaded<Data>,
  read: () => Promise<Data>,
  every: number | null,
): void {
  usePolling(async () => {
    if (loaded.status !== 'ready') return;
    const { data, replace } = loaded;
    const latest = await read().catch(() => data);
    if (latest !== data) replace(latest);
  }, every);
}
