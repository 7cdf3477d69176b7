import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { type Prisma, PrismaClient } from '@/prisma/generated/prisma/client';

/** A client that queries run on: the reader, or the transaction at hand. */
export type Queries = Prisma.TransactionClient;

/**
 * The database, split so that no write can stand outside a transaction: the stock adapter has one connection,
 * and a statement sent beside an open transaction would silently join it and be rolled back with it.
 */
export interface Database {
  /** Sees committed data only; SQLite refuses any write on it. */
  readonly read: Queries;
  /** Runs one transaction, after those before it; a throw leaves nothing behind. */
  write<T>(transaction: (tx: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const BUSY_TIMEOUT_MS = 5_000;
const QUEUE_MS = 30_000;

/** @param url `file:…`, of a database that has all migrations */
export function openDatabase(url: string): Database {
  const writer = connect(url, 'PRAGMA synchronous = FULL');
  const reader = connect(url, 'PRAGMA query_only = ON');
  return {
    read: reader,
    write: (transaction) =>
      writer.$transaction(transaction, {
        maxWait: QUEUE_MS,
        timeout: QUEUE_MS,
        isolationLevel: 'Serializable',
      }),
    close: async () => {
      await Promise.all([reader.$disconnect(), writer.$disconnect()]);
    },
  };
}

function connect(url: string, pragma: string): PrismaClient {
  const factory = new PrismaBetterSqlite3(
    { url, timeout: BUSY_TIMEOUT_MS },
    { timestampFormat: 'unixepoch-ms' },
  );
  const stock = factory.connect.bind(factory);
  factory.connect = async () => {
    const connection = await stock();
    // recursive_triggers: without it REPLACE deletes rows past the trigger that keeps the audit trail append-only.
    await connection.executeScript(
      `PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; ${pragma}`,
    );
    const begin = connection.startTransaction.bind(connection);
    connection.startTransaction = async (level) => {
      const transaction = await begin(level);
      // A deferred BEGIN that reads first fails with SQLITE_BUSY_SNAPSHOT when another process wrote meanwhile;
      // an immediate one waits its turn.
      const run = (sql: string) => transaction.executeRaw({ sql, args: [], argTypes: [] });
      await run('ROLLBACK');
      try {
        await run('BEGIN IMMEDIATE');
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
