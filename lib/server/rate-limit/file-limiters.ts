import Sqlite from 'better-sqlite3';
import { RateLimiterSQLite } from 'rate-limiter-flexible';
import { logger } from '@/lib/server/logger';
import { memoryLimiter } from '@/lib/server/rate-limit/memory-limiter';
import { countedBy, type MakeLimiter } from '@/lib/server/rate-limit/rate-limiter';

const TABLE = 'rate_limits';
/** SQLite waits for another process on the event loop: far longer than one takes to count, and no longer. */
const BUSY_MS = 250;
/** After a failure it is left alone for so long: each further one could cost as much again. */
const REST_MS = 5_000;
const SWEEP_MS = 250;
const SWEPT_ROWS = 2_000;

/**
 * Limiters that count in a SQLite file, together with every process that has the same one. Where the file fails, each
 * process goes on in its own memory, and the log says so, once a minute at most.
 * @param url `file:…`; the file is made where there is none, and may be deleted while nothing runs
 * @throws Error where it cannot be opened at all
 */
export function fileLimiters(url: string): { makeLimiter: MakeLimiter; close: () => void } {
  const file = openStore(url);
  const reportFailure = reporter();
  let failedAt = Number.NEGATIVE_INFINITY;

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
      if (performance.now() - failedAt < REST_MS) return run(own);
      try {
        return await run(shared);
      } catch (error) {
        failedAt = performance.now();
        reportFailure(error);
        return run(own);
      }
    };
    return {
      take: (key) => either((limiter) => limiter.take(key)),
      giveBack: (key) => either((limiter) => limiter.giveBack(key)),
    };
  };

  const sweep = setInterval(() => {
    try {
      sweepExpired(file);
    } catch (error) {
      reportFailure(error);
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

function openStore(url: string): Sqlite.Database {
  const file = new Sqlite(url.replace(/^file:/, ''), { timeout: BUSY_MS });
  file.pragma('journal_mode = WAL');
  // Counters of some minutes: what a power cut takes is no loss.
  file.pragma('synchronous = OFF');
  file.exec(`
    CREATE TABLE IF NOT EXISTS ${TABLE} (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire INTEGER);
    CREATE INDEX IF NOT EXISTS ${TABLE}_expire ON ${TABLE} (expire);
  `);
  return file;
}

/** Removes some of what has expired, more than comes by in that time; a bounded piece, for the event loop waits. */
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
