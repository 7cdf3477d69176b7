import { limits } from '@/lib/config/limits';
import { leftBeside } from '@/lib/engine/expressions/scope';
import type { Caller } from '@/lib/engine/text-worker';
import { rateLimited } from '@/lib/server/errors';

/** After how long (s) a refused caller should try again: some of the work that waits takes a second. */
const RETRY_AFTER = 5;

/**
 * Bounds each account's waiting work of calls: an account's work is done one piece at a time, and each piece stays in
 * memory until then. The work of jobs needs no such bound, because few of an account's jobs run at once.
 */
export class WorkBounds {
  readonly #left = new Map<string, { count: number; size: number }>();

  /**
   * @param work the values that stay in memory until it is done
   * @throws AppError RATE_LIMITED if the account has too much waiting
   */
  async run<Result>(work: unknown, { accountId }: Caller, run: () => Promise<Result>): Promise<Result> {
    const left = this.#left.get(accountId) ?? { ...limits.unchecked };
    const size = left.size - leftBeside(work, left.size);
    if (left.count === 0 || size > left.size) throw rateLimited(RETRY_AFTER, 'workflows and files to check');
    left.count -= 1;
    left.size -= size;
    this.#left.set(accountId, left);
    try {
      return await run();
    } finally {
      left.count += 1;
      left.size += size;
      if (left.count === limits.unchecked.count) this.#left.delete(accountId);
    }
  }
}
