import { collectWork } from '@/lib/server/database/after-commit';
import type { Database } from '@/lib/server/database/database';
import { writeLoad } from '@/lib/server/runtime/runtime';

/** Wraps a database so that its transactions are counted in `writeLoad`, and `afterCommit` has its effect. */
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
  let after: readonly (() => void)[] = [];
  try {
    const result = await write((work) => (tx) => {
      writeLoad.onStart((performance.now() - since) / 1000);
      after = collectWork(tx);
      return work(tx);
    });
    writeLoad.committedAt = performance.now();
    writeLoad.onEnd('committed');
    for (const work of after) work();
    return result;
  } catch (error) {
    writeLoad.onEnd('failed');
    throw error;
  }
}
