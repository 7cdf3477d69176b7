import { hash, randomBytes } from 'node:crypto';
import type { RateLimit, RateLimiter } from '@/lib/server/rate-limit/rate-limiter';

/** How many keys get their own counter within one window: 10 MB in a limit that is flooded with keys. */
const OWN_COUNTERS = 50_000;
const SHARED_COUNTERS = 1_024;

interface Counter {
  count: number;
  /** On the clock of `performance.now()`, which never goes back. */
  endsAt: number;
}

/**
 * Counts in this process. Beyond `ownCounters` keys, each new key shares a counter with its client's other keys. So a
 * flood of new keys doesn't fill the memory. Known keys keep their counters. Keys are hashed, because callers may choose
 * them. There are no timers, because a timer would keep its request in memory.
 */
export function memoryLimiter(
  { count: limit, window }: RateLimit,
  { ownCounters = OWN_COUNTERS } = {},
): RateLimiter {
  // All windows are equally long, so counters end in the order of their creation.
  const counters = new Map<string, Counter>();
  const shared = new Map<string, Counter>();

  return {
    take: async (key, client = key) => {
      const now = performance.now();
      for (const kept of [counters, shared]) removeEnded(kept, now);
      const own = hashed(key);
      const counter =
        counters.get(own) ??
        (counters.size < ownCounters
          ? started(counters, own, now + window)
          : (shared.get(sharedKey(client)) ?? started(shared, sharedKey(client), now + window)));
      counter.count += 1;
      return counter.count > limit ? Math.max(1, Math.ceil((counter.endsAt - now) / 1000)) : 0;
    },
    refund: async (key, client = key) => {
      const own = hashed(key);
      const [kept, counted] = counters.has(own) ? [counters, own] : [shared, sharedKey(client)];
      const counter = kept.get(counted);
      // If the window has ended, there is nothing to take back.
      if (!counter || counter.endsAt <= performance.now()) return;
      counter.count -= 1;
      if (counter.count === 0) kept.delete(counted);
    },
  };
}

function started(counters: Map<string, Counter>, key: string, endsAt: number): Counter {
  const counter = { count: 0, endsAt };
  counters.set(key, counter);
  return counter;
}

function removeEnded(counters: Map<string, Counter>, now: number): void {
  for (const [key, { endsAt }] of counters) {
    if (endsAt > now) return;
    counters.delete(key);
  }
}

// The secret keeps clients from finding out whose counter their address would share.
const secret = randomBytes(32).toString('base64');

const hashed = (text: string): string => hash('sha256', secret + text, 'base64');

const sharedKey = (client: string): string =>
  String(Buffer.from(hashed(client), 'base64').readUInt32BE() % SHARED_COUNTERS);
