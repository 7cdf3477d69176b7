import type { SqlQueries } from '@/lib/server/database/database';

const callbacks = new WeakMap<object, (() => void)[]>();

/**
 * Calls back once a transaction is committed, and never if it is rolled back. Has no effect in processes without a log
 * and metrics, which don't observe their writes (starting/observe-writes.ts).
 */
export function afterCommit(tx: SqlQueries, callback: () => void): void {
  callbacks.get(tx)?.push(callback);
}

/** Collects the callbacks of a transaction that begins. */
export function collectCallbacks(tx: object): readonly (() => void)[] {
  const collected: (() => void)[] = [];
  callbacks.set(tx, collected);
  return collected;
}
