import type { Database, Signals } from '@/lib/server/database/database';

/** A database as one process has it: it can be seen whether anything is under way, and taken away as by a crash. */
export interface WatchedDatabase extends Database {
  readonly underWay: number;
  /**
   * Work that has begun is completed. Later work is dropped, except for writes of a process that doesn't know that it
   * was given up.
   */
  crash(as: 'dead' | 'given up'): void;
  /** The process dies as soon as its next write is durable, before it knows of that. */
  crashAfterWrite(): void;
}

/** @param signals of the process */
export function watchDatabase(real: Database, signals: Signals): WatchedDatabase {
  let underWay = 0;
  let crashed: 'dead' | 'given up' | null = null;
  let isLastWrite = false;
  const watch = async <T>(work: () => Promise<T>): Promise<T> => {
    if (crashed === 'dead') throw new Error('The process is dead.');
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  };
  return {
    get underWay() {
      return underWay;
    },
    get waitingWrites() {
      return real.waitingWrites;
    },
    crash: (as) => {
      crashed = as;
    },
    crashAfterWrite: () => {
      isLastWrite = true;
    },
    prisma: real.prisma,
    sql: Object.assign(<Row>(query: Parameters<Database['sql']>[0]) => watch(() => real.sql<Row>(query)), {
      dialect: real.sql.dialect,
    }),
    write: (transaction, options) =>
      watch(async () => {
        const result = await real.write(transaction, options);
        if (isLastWrite) crashed = 'dead';
        return result;
      }),
    writeRows: (transaction, options) => watch(() => real.writeRows(transaction, options)),
    tryExclusive: (name, work) => real.tryExclusive(name, work),
    exclusive: (name, work) => real.exclusive(name, work),
    connections: () => real.connections(),
    assertSchema: () => real.assertSchema(),
    signals,
    close: () => real.close(),
  };
}
