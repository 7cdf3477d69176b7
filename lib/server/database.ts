import { connectSqlite } from '@/lib/server/sqlite-connection';
import type { Prisma } from '@/prisma/generated/prisma/client';

/** A client that queries run on: the reader, or the transaction at hand. */
export type Queries = Prisma.TransactionClient;

/**
 * The database, split so that no write can stand outside a transaction: the stock adapter has one connection,
 * and a statement sent beside an open transaction would silently join it and be rolled back with it.
 */
export interface Database {
  /** Sees committed data only; SQLite refuses any write on it. */
  readonly read: Queries;
  /**
   * Runs one transaction, after those before it; a throw leaves nothing behind.
   * @param options.timeoutMs how long it may run, 30 s unless told
   */
  write<T>(transaction: (tx: Queries) => Promise<T>, options?: { timeoutMs: number }): Promise<T>;
  close(): Promise<void>;
}

const QUEUE_MS = 30_000;

/** @param url `file:…`, of a database that has all migrations */
export function openDatabase(url: string): Database {
  const writer = connectSqlite(url, 'write');
  const reader = connectSqlite(url, 'read');
  return {
    read: reader,
    write: (transaction, { timeoutMs } = { timeoutMs: QUEUE_MS }) =>
      writer.$transaction(transaction, {
        maxWait: QUEUE_MS,
        timeout: timeoutMs,
        isolationLevel: 'Serializable',
      }),
    close: async () => {
      await Promise.all([reader.$disconnect(), writer.$disconnect()]);
    },
  };
}
