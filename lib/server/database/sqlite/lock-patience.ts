import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFailure } from '@/lib/server/database/database-failure';

/** How long (ms) anything waits for a lock on the database before its call fails. */
export const LOCK_PATIENCE_MS = 5_000;

const RETRY_MS = 20;
/** A lock not seen for this long (ms) counts as released, and the next one as a new lock. */
const FORGET_MS = 1_000;

/**
 * How long all writers together wait for a lock that another process holds. If each had its own time, the last in the
 * queue would wait for the sum.
 */
export class LockPatience {
  #heldSince = 0;
  #seenAt = Number.NEGATIVE_INFINITY;

  /** @param milliseconds from when the lock was first seen */
  constructor(readonly milliseconds: number) {}

  /**
   * Tries until the lock is free. SQLite's own wait would block the event loop, Ctrl-C included, and doesn't cover the
   * change to WAL mode.
   * @throws the attempt's error: SQLITE_BUSY once the lock has been held too long, any other at once
   */
  async untilFree<T>(attempt: () => T | Promise<T>): Promise<T> {
    for (;;) {
      try {
        const result = await attempt();
        this.#seenAt = Number.NEGATIVE_INFINITY;
        return result;
      } catch (error) {
        if (databaseFailure(error) !== 'locked' || this.#isOver(performance.now())) throw error;
        await sleep(RETRY_MS);
      }
    }
  }

  #isOver(now: number): boolean {
    if (now - this.#seenAt > FORGET_MS) this.#heldSince = now;
    this.#seenAt = now;
    return now - this.#heldSince >= this.milliseconds;
  }
}
