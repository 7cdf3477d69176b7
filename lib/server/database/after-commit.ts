import type { SqlQueries } from '@/lib/server/database/database';

const works = new WeakMap<object, (() => void)[]>();

/**
 * Does something once a transaction is committed, and never if it is rolled back: in processes that observe their writes
 * (observe-writes.ts), which are those with a log and metrics.
 */
export function afterCommit(tx: SqlQueries, work: () => void): void {
  works.get(tx)?.push(work);
}

/** Collects what is to be done after a transaction that begins. */
export function collectWork(tx: object): readonly (() => void)[] {
  const collected: (() => void)[] = [];
  works.set(tx, collected);
  return collected;
}
