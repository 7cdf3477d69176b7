import type { Dialect } from '@/lib/server/database/dialect';
import type { Prisma } from '@/prisma/generated/prisma/client';

/** The client that queries run on: the reader or the current transaction. */
export type Queries = Prisma.TransactionClient & { readonly dialect: Dialect };

/** The SQL of an open transaction. Full transactions offer it too. */
export type SqlQueries = Pick<Queries, '$queryRaw' | '$executeRaw' | 'dialect'>;

/**
 * Reads rows by SQL, typed by their columns' declaration: dates, booleans, big integers. An expression is a number
 * (perhaps a bigint) or a string.
 */
export interface SqlReader {
  <Row>(query: Prisma.Sql): Promise<Row[]>;
  readonly dialect: Dialect;
}

/** Rows as a transaction sees them. */
export const sqlIn = (tx: SqlQueries): SqlReader =>
  Object.assign(<Row>(query: Prisma.Sql) => tx.$queryRaw<Row[]>(query), { dialect: tx.dialect });

/** Background writes let those of people that wait go first. */
export type WritePriority = 'foreground' | 'background';

export interface WriteOptions {
  /** How long the transaction may run, 30 s by default. */
  timeoutMs?: number;
  /**
   * The account to which everything belongs that the transaction reads and writes. PostgreSQL runs the transactions of
   * different accounts side by side, and all others one by one.
   */
  accountId?: string | undefined;
  /**
   * The same for several accounts, at least one; only with `writeRows`. If another transaction holds one of them for
   * long, it fails as locked.
   */
  accountIds?: readonly string[] | undefined;
  /** `foreground` by default. */
  priority?: WritePriority;
}

/**
 * Best-effort notifications between the processes of a database, so that none waits for its next look. They can be
 * lost, so no process relies on them.
 */
export interface Signals {
  /** Sends a word to the other processes, soon. */
  send(word: string): void;
  /** @returns stops listening */
  listen(listener: (word: string) => void): () => void;
}

/** The connections of a pool of this process. */
export interface PoolUse {
  pool: 'reads' | 'writes';
  /** That do something. */
  busy: number;
  idle: number;
  /** Calls that wait for one. */
  waiting: number;
}

/** The database, split so that no write can run outside a transaction. */
export interface Database {
  /** Sees committed data only; the database refuses any write on it. */
  readonly prisma: Queries;
  /**
   * Reads the same data with prepared statements that are kept, for the most frequent queries. There must be few
   * different ones.
   */
  readonly sql: SqlReader;
  /** How many transactions are waiting in this process. */
  readonly waitingWrites: number;
  /**
   * Runs one transaction; no other one, in whichever process, changes what it has read before it ends. If it throws, it
   * is rolled back.
   * @throws DatabaseUnavailable if the database can't take it: locked by another process for some seconds, too many
   *   waiting, disk full, not writable, damaged, missing, unreachable. It recovers once the cause is gone, except
   *   `changed`. After `uncertain`, the transaction may have been committed
   */
  write<T>(transaction: (tx: Queries) => Promise<T>, options?: WriteOptions): Promise<T>;
  /**
   * The same for a transaction in plain SQL, whose statements are kept prepared: it costs a tenth. For the most frequent
   * writes; there must be few different statements.
   */
  writeRows<T>(transaction: (tx: SqlQueries) => Promise<T>, options?: WriteOptions): Promise<T>;
  /**
   * Does work that one process at a time does for all. If the connection that holds the lock breaks, another process may
   * begin, so the work must bear that.
   * @param name of the work
   * @returns undefined, at once, if another process is doing it
   */
  tryExclusive<T>(name: string, work: () => Promise<T>): Promise<T | undefined>;
  /** Does such work once the other processes that are doing it have ended. */
  exclusive<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** A SQLite file has no pools. */
  connections(): PoolUse[];
  /** @throws DatabaseUnavailable `changed` if the schema has changed since the database was opened; all else then fails */
  assertSchema(): Promise<void>;
  /** Never fires on SQLite, where a database has one process. */
  readonly signals: Signals;
  close(): Promise<void>;
}

/** How long (ms) a transaction may run, and may wait for its turn. */
export const TRANSACTION_MS = 30_000;
/** How many transactions may wait in a process. */
export const QUEUE_LENGTH = 1_000;
