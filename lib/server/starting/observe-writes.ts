import { collectCallbacks } from '@/lib/server/database/after-commit';
import type { Database } from '@/lib/server/database/database';
import { AppError } from '@/lib/server/errors';
import { logger } from '@/lib/server/logging/logger';
import { writeLoad } from '@/lib/server/runtime/runtime';

/** Wraps a database so that its transactions are counted in `writeLoad`, and `afterCommit` has its effect. */
export function observeWrites(db: Database): Database {
  writeLoad.waiting = () => db.waitingWrites;
  return {
    prisma: db.prisma,
    sql: db.sql,
    get waitingWrites() {
      return db.waitingWrites;
    },
    tryExclusive: db.tryExclusive,
    exclusive: db.exclusive,
    signals: db.signals,
    connections: () => db.connections(),
    assertSchema: () => db.assertSchema(),
    close: () => db.close(),
    write: (transaction, options) => observed((waited) => db.write(waited(transaction), options)),
    writeRows: (transaction, options) => observed((waited) => db.writeRows(waited(transaction), options)),
  };
}

/** Counts a transaction, from its call to its beginning and its end. */
async function observed<T>(
  write: (
    waited: <Tx extends object, R>(work: (tx: Tx) => Promise<R>) => (tx: Tx) => Promise<R>,
  ) => Promise<T>,
): Promise<T> {
  const since = performance.now();
  let callbacks: readonly (() => void)[] = [];
  const result = await write((work) => (tx) => {
    writeLoad.onStart((performance.now() - since) / 1000);
    callbacks = collectCallbacks(tx);
    return work(tx);
  }).catch((error) => {
    // A rule has refused what a caller asked for: the database is fine.
    writeLoad.onEnd(error instanceof AppError ? 'refused' : 'failed');
    throw error;
  });
  writeLoad.committedAt = performance.now();
  writeLoad.onEnd('committed');
  for (const callback of callbacks) callSafely(callback);
  return result;
}

/** A commit stays valid even if its log line fails. */
function callSafely(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    logger.error({ err: error }, "A committed change couldn't be logged and counted");
  }
}
