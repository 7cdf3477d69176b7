import type { Database } from '@/lib/server/database/database';
import { writeLoad } from '@/lib/server/runtime/runtime';

/** Wraps a database so that its transactions are counted in `writeLoad`. */
export function observeWrites(db: Database): Database {
  writeLoad.waiting = () => db.waitingWrites;
  return {
    read: db.read,
    rows: db.rows,
    get waitingWrites() {
      return db.waitingWrites;
    },
    alone: db.alone,
    inTurn: db.inTurn,
    close: () => db.close(),
    write: async (transaction, options) => {
      const since = performance.now();
      const waited = () => writeLoad.onStart((performance.now() - since) / 1000);
      try {
        const result = await db.write((tx) => {
          waited();
          return transaction(tx);
        }, options);
        writeLoad.committedAt = performance.now();
        writeLoad.onEnd('committed');
        return result;
      } catch (error) {
        writeLoad.onEnd('failed');
        throw error;
      }
    },
  };
}
