import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** How often something may happen: `count` times within `window` milliseconds, which begin with the first of them. */
export interface RateLimit {
  /** Tells its counters from those of another limit in the same store. */
  name: string;
  count: number;
  window: number;
}

/** Counts by key; where it counts, and with whom, is its maker's matter. */
export interface RateLimiter {
  /**
   * Counts one.
   * @param client who makes it (`clientSite`), unless the key says so itself: where there are more keys than counters,
   *   one client's share theirs
   * @returns 0, or the whole seconds to wait if that exceeds the limit
   */
  take(key: string, client?: string): Promise<number>;
  /** Takes back one that was counted, of the same client. */
  giveBack(key: string, client?: string): Promise<void>;
}

export type MakeLimiter = (limit: RateLimit) => RateLimiter;

/** Counts by a limiter of the library. @throws what the store throws */
export const countedBy = (limiter: RateLimiterAbstract): RateLimiter => ({
  take: async (key) => {
    try {
      await limiter.consume(key);
      return 0;
    } catch (spent) {
      if (!(spent instanceof RateLimiterRes)) throw spent;
      return Math.max(1, Math.ceil(spent.msBeforeNext / 1000));
    }
  },
  giveBack: async (key) => {
    // If the window has ended meanwhile, there is nothing to take back.
    if (await limiter.get(key)) await limiter.reward(key);
  },
});
