import { DatabaseUnavailable, databaseFailure } from '@/lib/server/database/database-failure';
import { LOCK_PATIENCE_MS, LockPatience } from '@/lib/server/database/lock-patience';
import { connectSqlite, preparedReads } from '@/lib/server/database/sqlite-connection';
import { WriteQueue } from '@/lib/server/database/write-queue';
import type { Prisma } from '@/prisma/generated/prisma/client';

/** The client that queries run on: the reader or the current transaction. */
export type Queries = Prisma.TransactionClient;

/**
 * Reads rows by SQL, typed by their columns' declaration: dates, booleans, big integers. An expression is a number
 * (perhaps a bigint) or a string.
 */
export type ReadRows = <Row>(query: Prisma.Sql) => Promise<Row[]>;

/** Rows as a transaction sees them. */
export const rowsIn =
  (tx: Queries): ReadRows =>
  (query) =>
    tx.$queryRaw(query);

/**
 * The database, split so that no write can run outside a transaction. The stock adapter has a single connection: a
 * statement sent during an open transaction would silently join it, and be rolled back with it.
 */
export interface Database {
  /** Sees committed data only; SQLite refuses any write on it. */
  readonly read: Queries;
  /**
   * Reads the same data with prepared statements that are kept, for the most frequent queries. There must be few
   * different ones.
   */
  readonly rows: ReadRows;
  /** How many transactions are waiting. */
  readonly waitingWrites: number;
  /**
   * Runs one transaction, after earlier ones. If it throws, it is rolled back.
   * @param options.timeoutMs how long it may run, 30 s by default
   * @throws DatabaseUnavailable if the database can't take it: locked by another process for 5 s, too many
   *   waiting, disk full, not writable, damaged, file missing. It recovers once the cause is gone
   */
  write<T>(transaction: (tx: Queries) => Promise<T>, options?: { timeoutMs: number }): Promise<T>;
  close(): Promise<void>;
}

const QUEUE_MS = 30_000;
const QUEUE_LENGTH = 1_000;

/**
 * Opens it on first use.
 * @param url `file:…`, of a database that has all migrations
 * @param options.lockPatienceMs how long writes wait together while another process holds the database
 */
export function openDatabase(
  url: string,
  { lockPatienceMs } = { lockPatienceMs: LOCK_PATIENCE_MS },
): Database {
  const writer = connectSqlite(url, { writing: new LockPatience(lockPatienceMs) });
  const reader = connectSqlite(url);
  const prepared = preparedReads(url);
  const queue = new WriteQueue({ waiting: QUEUE_LENGTH, milliseconds: QUEUE_MS });
  return {
    read: reader,
    rows: async (query) => prepared.rows(query),
    get waitingWrites() {
      return queue.length;
    },
    write: (transaction, { timeoutMs } = { timeoutMs: QUEUE_MS }) =>
      queue.run(async () => {
        try {
          return await writer.$transaction(transaction, {
            maxWait: QUEUE_MS,
            timeout: timeoutMs,
            isolationLevel: 'Serializable',
          });
        } catch (error) {
          const failure = databaseFailure(error);
          if (!failure) throw error;
          const unavailable = new DatabaseUnavailable(failure, { cause: error });
          // Waiting writes would meet the same lock.
          if (failure === 'locked') queue.refuseWaiting(unavailable);
          throw unavailable;
        }
      }),
    close: async () => {
      prepared.close();
      await Promise.all([reader.$disconnect(), writer.$disconnect()]);
    },
  };
}
