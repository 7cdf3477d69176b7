'use client';
import { isUnderWay, type JobRow } from './job';
import { runTime } from './measures';
import { useNow } from './use-now';

/** How often (ms) the times of a page grow while something runs. */
export const RUNNING_MS = 500;

/** How long a job or a step ran, or has run so far. */
export function RunTime({ of }: { of: Pick<JobRow, 'startedAt' | 'finishedAt'> }) {
  const now = useNow(of.startedAt !== null && isUnderWay(of) ? RUNNING_MS : null);
  return runTime(of, now);
}
