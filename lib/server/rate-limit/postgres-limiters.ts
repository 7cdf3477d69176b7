import type pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { openPool } from '@/lib/server/database/postgres/postgres-pool';
import { RATE_LIMIT_TABLE } from '@/lib/server/database/postgres/refuse-unfit';
import { logger } from '@/lib/server/logging/logger';
import { memoryLimiter } from './memory-limiter';
import { countedBy, hashedKey, type MakeLimiter } from './rate-limiter';

const CONNECTIONS = 4;
/** How long (ms) a count may take: a call waits for it. */
const COUNT_MS = 500;
/** How long (ms) the database isn't asked after a failure: each further failure could take as long. */
const REST_MS = 5_000;
const SWEEP_MS = 2_000;
const SWEPT_ROWS = 5_000;

export interface PostgresLimiters {
  /** Exact: each count waits for the database. For rare events, such as sign-ins. */
  makeLimiter: MakeLimiter;
  /** For every call: see `gatheredLimiters`. */
  makeCallLimiter: MakeLimiter;
  close(): Promise<void>;
}

/**
 * Limiters that count in a PostgreSQL database, shared with every process on it. If it fails, each process counts in
 * its own memory, and logs that at most once per minute.
 * @param url `postgresql://…`, of a migrated database
 */
export function postgresLimiters(url: string): PostgresLimiters {
  const pool = openPool(url, { connections: CONNECTIONS, readOnly: false, answerMs: COUNT_MS });
  const reportFailure = reporter();
  let failedAt = Number.NEGATIVE_INFINITY;
  const isResting = () => performance.now() - failedAt < REST_MS;
  const onFailure = (error: unknown) => {
    failedAt = performance.now();
    reportFailure(error);
  };

  const makeLimiter: MakeLimiter = (limit) => {
    const shared = countedBy(
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: RATE_LIMIT_TABLE,
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: limit.name,
        points: limit.count,
        duration: limit.window / 1000,
      }),
    );
    const own = memoryLimiter(limit);
    const either = async <T>(run: (limiter: typeof own) => Promise<T>): Promise<T> => {
      if (isResting()) return run(own);
      try {
        return await run(shared);
      } catch (error) {
        onFailure(error);
        return run(own);
      }
    };
    return {
      take: (key, client) =>
        either((limiter) => limiter.take(limiter === own ? key : hashedKey(key), client)),
      refund: (key, client) =>
        either((limiter) => limiter.refund(limiter === own ? key : hashedKey(key), client)),
    };
  };

  const gathered = gatheredLimiters(pool, { isResting, onFailure });
  let sweeping = Promise.resolve();
  const sweep = setInterval(() => {
    if (!isResting()) sweeping = sweepExpired(pool).catch(onFailure);
  }, SWEEP_MS).unref();
  return {
    makeLimiter,
    makeCallLimiter: gathered.makeLimiter,
    close: async () => {
      clearInterval(sweep);
      await gathered.close();
      await sweeping;
      await pool.end();
    },
  };
}

/** Removes some expired counters, more than are added per round; several processes remove different ones. */
async function sweepExpired(pool: pg.Pool): Promise<void> {
  await pool.query(
    `DELETE FROM "${RATE_LIMIT_TABLE}" WHERE key IN
       (SELECT key FROM "${RATE_LIMIT_TABLE}" WHERE expire < $1 LIMIT ${SWEPT_ROWS} FOR UPDATE SKIP LOCKED)`,
    [Date.now()],
  );
}

function reporter(): (error: unknown) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - reportedAt < 60_000) return;
    reportedAt = performance.now();
    logger.error(
      { err: error },
      "The rate limits couldn't be counted in the database; each process counts in its own memory meanwhile",
    );
  };
}

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
function gatheredLimiters(
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
      refund: async (key, client) => {
        if (!add(key, -1)) await overflow.refund(key, client);
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
