import type Sqlite from 'better-sqlite3';
import { RateLimiterSQLite } from 'rate-limiter-flexible';
import { logger } from '@/lib/server/logging/logger';
import { memoryLimiter } from '@/lib/server/rate-limit/memory-limiter';
import { countedBy, type MakeLimiter } from '@/lib/server/rate-limit/rate-limiter';
import { openStore, TABLE } from './open-store';

/** How long (ms) the file isn't used after a failure: each further failure could take as long. */
const REST_MS = 5_000;
const SWEEP_MS = 2_000;
const SWEPT_ROWS = 5_000;

/**
 * Limiters that count in a SQLite file, shared with every process that uses the same file. If the file fails, each
 * process counts in its own memory, and logs that at most once per minute.
 * @param url `file:…`; the file is created if missing, and may be deleted while nothing runs
 * @throws Error if it can't be opened
 */
export function fileLimiters(url: string): { makeLimiter: MakeLimiter; close: () => void } {
  const file = openStore(url);
  const reportFailure = reporter();
  let failedAt = Number.NEGATIVE_INFINITY;
  const isResting = () => performance.now() - failedAt < REST_MS;
  const onFailure = (error: unknown) => {
    failedAt = performance.now();
    reportFailure(error);
  };

  const makeLimiter: MakeLimiter = (limit) => {
    const shared = countedBy(
      new RateLimiterSQLite({
        storeClient: file,
        storeType: 'better-sqlite3',
        tableName: TABLE,
        tableCreated: true,
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
      take: (key, client) => either((limiter) => limiter.take(key, client)),
      giveBack: (key, client) => either((limiter) => limiter.giveBack(key, client)),
    };
  };

  const sweep = setInterval(() => {
    if (isResting()) return;
    try {
      sweepExpired(file);
    } catch (error) {
      onFailure(error);
    }
  }, SWEEP_MS).unref();
  return {
    makeLimiter,
    close: () => {
      clearInterval(sweep);
      file.close();
    },
  };
}

/** Removes some expired counters, more than are added meanwhile. Bounded, because it blocks the event loop. */
function sweepExpired(file: Sqlite.Database): void {
  file
    .prepare(
      `DELETE FROM ${TABLE} WHERE rowid IN (SELECT rowid FROM ${TABLE} WHERE expire < ? LIMIT ${SWEPT_ROWS})`,
    )
    .run(Date.now());
}

function reporter(): (error: unknown) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - reportedAt < 60_000) return;
    reportedAt = performance.now();
    logger.error(
      { err: error },
      'The store of the rate limits failed; each process counts in its own memory meanwhile',
    );
  };
}
