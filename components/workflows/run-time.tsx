'use client';
import { useEffect, useState } from 'react';
import { isUnderWay, type JobRow } from './job';
import { runTime } from './measures';

/** How often (ms) the times of a page grow while something runs. */
export const RUNNING_MS = 500;

/** How long a job or a step ran, or has run so far. */
export function RunTime({ of }: { of: Pick<JobRow, 'startedAt' | 'finishedAt'> }) {
  const now = useNow(of.startedAt !== null && isUnderWay(of) ? RUNNING_MS : null);
  return runTime(of, now);
}

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
