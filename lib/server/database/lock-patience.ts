import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFailure } from '@/lib/server/database/database-unavailable';

const RETRY_MS = 20;
/** Not seen for this long, a lock counts as released and the next one as another. */
const FORGET_MS = 1_000;

/**
 * How long writers wait, all together, for a lock that another process holds. Each waiting its own time would make
 * the last of a queue wait that of all before it.
 */
export class LockPatience {
  #heldSince = 0;
  #seenAt = Number.NEGATIVE_INFINITY;

  /** @param milliseconds from when the lock was first seen */
  constructor(readonly milliseconds: number) {}

  /**
   * Tries until the lock is free. SQLite's own wait would block the event loop.
   * @throws the attempt's error: SQLITE_BUSY once the lock has been held too long, any other at once
   */
  async untilFree(attempt: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await attempt();
        this.#seenAt = Number.NEGATIVE_INFINITY;
        return;
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
