import type pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { openPool } from '@/lib/server/database/postgres/postgres-pool';
import { logger } from '@/lib/server/logging/logger';
import { gatheredLimiters } from './gathered-limiter';
import { memoryLimiter } from './memory-limiter';
import { countedBy, hashedKey, type MakeLimiter, RATE_LIMIT_TABLE } from './rate-limiter';

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
      giveBack: (key, client) =>
        either((limiter) => limiter.giveBack(limiter === own ? key : hashedKey(key), client)),
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
