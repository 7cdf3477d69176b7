import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaClient } from '@/prisma/generated/prisma/client';

const BUSY_MS = 5_000;
const RETRY_MS = 20;

// recursive_triggers: without it REPLACE deletes rows past the trigger that keeps the audit trail append-only.
const common = `PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON;`;

// SQLite's own wait blocks the event loop; where another process may hold the lock, the writer waits beside it.
const pragmas = {
  read: `${common} PRAGMA query_only = ON;`,
  write: `${common} PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0;`,
};

/**
 * A client of its own connection to a SQLite file. A transaction that writes begins IMMEDIATE: a deferred one that
 * reads first fails with SQLITE_BUSY_SNAPSHOT when another process wrote meanwhile, an immediate one waits its turn,
 * up to 5 s. One that reads begins deferred: Prisma makes such where a query has more parameters than SQLite takes.
 */
export function connectSqlite(url: string, purpose: 'read' | 'write'): PrismaClient {
  const factory = new PrismaBetterSqlite3({ url }, { timestampFormat: 'unixepoch-ms' });
  const stock = factory.connect.bind(factory);
  factory.connect = async () => {
    const connection = await stock();
    await connection.executeScript(pragmas[purpose]);
    if (purpose === 'read') return connection;
    const begin = connection.startTransaction.bind(connection);
    connection.startTransaction = async (level) => {
      const transaction = await begin(level);
      const run = (sql: string) => transaction.executeRaw({ sql, args: [], argTypes: [] });
      await run('ROLLBACK');
      try {
        await whileBusy(() => run('BEGIN IMMEDIATE'));
      } catch (error) {
        await transaction.rollback();
        throw error;
      }
      return transaction;
    };
    return connection;
  };
  return new PrismaClient({ adapter: factory });
}

/** Tries again as long as another connection holds the lock, up to BUSY_MS. */
async function whileBusy(attempt: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + BUSY_MS;
  for (;;) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > end) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** The adapter's name for SQLITE_BUSY. */
function isBusy(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'kind' in cause && cause.kind === 'SocketTimeout';
}
