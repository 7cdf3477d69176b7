import { createHmac, randomBytes } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { countedBy, type RateLimit, type RateLimiter } from '@/lib/server/rate-limit/rate-limiter';

/** Keys that get a counter of their own within one window: some 30 MB of a limit that is flooded with keys. */
const OWN_COUNTERS = 50_000;
const SHARED_COUNTERS = 1_024;

/**
 * Counts in this process. Who sends ever new keys must not fill its memory: once there are `ownCounters` of them, new
 * ones share a counter with what else their client sends, while those that are known by then keep theirs.
 */
export function memoryLimiter(
  { count, window }: RateLimit,
  { ownCounters = OWN_COUNTERS } = {},
): RateLimiter {
  const memory = new RateLimiterMemory({ points: count, duration: window / 1000 });
  const counters = countedBy(memory);
  const isKnown = async (key: string) => (await memory.get(key)) !== null;
  // A counter lives for one window: no more of them are alive than were made in this span and the one before.
  let span = { began: 0, made: 0, madeBefore: 0 };

  const hasRoom = (): boolean => {
    const age = Date.now() - span.began;
    if (age >= window) span = { began: Date.now(), made: 0, madeBefore: age < 2 * window ? span.made : 0 };
    return span.made + span.madeBefore < ownCounters;
  };

  return {
    take: async (key, client = key) => {
      if (await isKnown(key)) return counters.take(key);
      if (!hasRoom()) return counters.take(sharedKey(client));
      span.made += 1;
      return counters.take(key);
    },
    giveBack: async (key, client = key) => counters.giveBack((await isKnown(key)) ? key : sharedKey(client)),
  };
}

// Nobody can work out whose counter an address of theirs would share.
const secret = randomBytes(32);

function sharedKey(client: string): string {
  const hash = createHmac('sha256', secret).update(client).digest().readUInt32BE();
  return `shared ${hash % SHARED_COUNTERS}`;
}
