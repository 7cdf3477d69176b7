import type pg from 'pg';
import { memoryLimiter } from './memory-limiter';
import { hashedKey, type MakeLimiter, RATE_LIMIT_TABLE } from './rate-limiter';

/** How often (ms) counts go to the table. */
const GATHER_MS = 100;
/** How many keys are counted for the table at once; a flood of more is counted in memory alone. */
const MOST_KEYS = 50_000;
/** How many of them one statement writes, far below what it has time for; the others wait for the next one. */
const KEYS_AT_ONCE = 2_000;

interface Counter {
  /** Of all processes, as far as this one knows. */
  total: number;
  /** Counted here since the table was last written. */
  pending: number;
  /** On the clock of `performance.now()`, which doesn't jump. The table has it in milliseconds since 1970. */
  endsAt: number;
}

/**
 * Adds counts to the shared counts of all processes. A window begins again if it has ended, or if its
 * end is impossibly late ($3) because the clock was set back.
 */
const addCounts = `
  INSERT INTO "${RATE_LIMIT_TABLE}" AS stored
  SELECT key, points, expire FROM json_to_recordset($1::json) AS added(key text, points integer, expire bigint)
  ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN stored.expire <= $2 OR stored.expire > $3 THEN excluded.points ELSE stored.points + excluded.points END,
    expire = CASE WHEN stored.expire <= $2 OR stored.expire > $3 THEN excluded.expire ELSE stored.expire END
  RETURNING key, points, expire`;

/**
 * Limiters for events of every call: they decide at once from this process's memory. Every 100 ms, they add their counts
 * to the shared table and read the counts of other processes. So all processes together exceed a limit at most by the
 * events of that time.
 * @param pool of the limiters; its owner ends it, after `close`
 * @param store.isResting whether the table is to be left alone after a failure
 */
export function gatheredLimiters(
  pool: pg.Pool,
  store: { isResting(): boolean; onFailure(error: unknown): void },
): { makeLimiter: MakeLimiter; close(): Promise<void> } {
  const counters = new Map<string, Counter>();
  let longestWindow = 0;

  const makeLimiter: MakeLimiter = (limit) => {
    longestWindow = Math.max(longestWindow, limit.window);
    const overflow = memoryLimiter(limit);
    const counterOf = (key: string): Counter | undefined => {
      const now = performance.now();
      const known = counters.get(key);
      if (known && known.endsAt > now) return known;
      if (!known && counters.size >= MOST_KEYS) return undefined;
      const begun = { total: 0, pending: 0, endsAt: now + limit.window };
      counters.set(key, begun);
      return begun;
    };
    const add = (key: string, count: 1 | -1) => {
      const counter = counterOf(`${limit.name}:${hashedKey(key)}`);
      if (!counter) return undefined;
      counter.total += count;
      counter.pending += count;
      return counter;
    };
    return {
      take: async (key, client) => {
        const counter = add(key, 1);
        if (!counter) return overflow.take(key, client);
        return counter.total > limit.count
          ? Math.max(1, Math.ceil((counter.endsAt - performance.now()) / 1000))
          : 0;
      },
      giveBack: async (key, client) => {
        if (!add(key, -1)) await overflow.giveBack(key, client);
      },
    };
  };

  const gather = async () => {
    const now = Date.now();
    const offset = now - performance.now();
    for (const [key, { endsAt }] of counters) if (endsAt <= now - offset) counters.delete(key);
    const due = [...counters].filter(([, { pending }]) => pending !== 0).slice(0, KEYS_AT_ONCE);
    if (due.length === 0 || store.isResting()) return;
    const sent = due.map(([key, { pending, endsAt }]) => ({
      key,
      points: pending,
      expire: Math.ceil(endsAt + offset),
    }));
    for (const [, counter] of due) counter.pending = 0;
    try {
      const { rows } = await pool.query<{ key: string; points: number; expire: string }>({
        name: 'add-counts',
        text: addCounts,
        // The clocks of processes may differ by less than a window.
        values: [JSON.stringify(sent), now, now + 2 * longestWindow],
      });
      for (const { key, points, expire } of rows) {
        const counter = counters.get(key);
        if (counter)
          Object.assign(counter, { total: points + counter.pending, endsAt: Number(expire) - offset });
      }
    } catch (error) {
      for (const [index, [, counter]] of due.entries()) counter.pending += sent[index]?.points ?? 0;
      store.onFailure(error);
    }
  };
  let gathering = Promise.resolve();
  const timer = setInterval(() => {
    gathering = gathering.then(gather);
  }, GATHER_MS).unref();
  return {
    makeLimiter,
    close: async () => {
      clearInterval(timer);
      await gathering;
      await gather();
    },
  };
}
