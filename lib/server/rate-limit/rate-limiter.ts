import { createHash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** How often something may happen: `count` times within `window` milliseconds, from the first time on. */
export interface RateLimit {
  /** Distinguishes its counters from other limits' counters in the same store. */
  name: string;
  count: number;
  window: number;
}

/** Counts by key, in memory or in a shared store. */
export interface RateLimiter {
  /**
   * Counts one.
   * @param client the client (`clientSite`), unless the key identifies it: if there are more keys than counters, the
   *   keys of one client share a counter
   * @returns 0, or the whole seconds to wait if that exceeds the limit
   */
  take(key: string, client?: string): Promise<number>;
  /** Takes back one count, with the same client. */
  refund(key: string, client?: string): Promise<void>;
}

export type MakeLimiter = (limit: RateLimit) => RateLimiter;

/** Counts with a limiter of the library. @throws the store's error */
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
  refund: async (key) => {
    // If the window has ended, there is nothing to take back.
    if (await limiter.get(key)) await limiter.reward(key);
  },
});

/** Callers choose keys, such as email addresses. Hashed, they have one size and name no one. */
export const hashedKey = (key: string): string => createHash('sha256').update(key).digest('base64url');
