import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { Queries } from '@/lib/server/database/database';
import { LOCK_PATIENCE_MS, type LockPatience } from '@/lib/server/database/sqlite/lock-patience';
import { PreparedStatements } from '@/lib/server/database/sqlite/prepared-statements';
import { ReopeningConnection } from '@/lib/server/database/sqlite/reopening-connection';
import type { SchemaWatch } from '@/lib/server/database/sqlite/schema-watch';
import { sqlTransactions } from '@/lib/server/database/sqlite/sql-transactions';
import { writeTransactions } from '@/lib/server/database/sqlite/write-transactions';
import { PrismaClient } from '@/prisma/generated/prisma/client';
import { sqliteDialect } from './sqlite-dialect';

// recursive_triggers: without it REPLACE deletes rows past the trigger that keeps the audit trail append-only.
const common = 'PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON;';

// SQLite's own wait blocks the event loop. Another process can hold the lock, so the writer waits without blocking.
const pragmas = {
  read: `PRAGMA busy_timeout = ${LOCK_PATIENCE_MS}; ${common} PRAGMA query_only = ON;`,
  write: `PRAGMA busy_timeout = 0; ${common} PRAGMA synchronous = FULL;`,
  // Its commits are flushed by the side of the thread (WalFlush).
  writeRows: `PRAGMA busy_timeout = 0; ${common} PRAGMA synchronous = NORMAL;`,
};

/**
 * A client with its own connection to an existing SQLite file. A reader's transactions begin deferred: Prisma begins
 * one if a query has more parameters than SQLite takes.
 * @param options.writing makes it a writer, whose interactive transactions wait so long for a lock
 */
export function connectSqlite(
  url: string,
  schema: SchemaWatch,
  { writing }: { writing?: LockPatience } = {},
): PrismaClient & Queries {
  const factory = new PrismaBetterSqlite3({ url, fileMustExist: true }, { timestampFormat: 'unixepoch-ms' });
  const stock = factory.connect.bind(factory);
  const open = async () => {
    const connection = await stock();
    try {
      await connection.executeScript(writing ? pragmas.write : pragmas.read);
      return connection;
    } catch (error) {
      await connection.dispose();
      throw error;
    }
  };
  factory.connect = async () => {
    const connection = new ReopeningConnection(open, fileOf(url));
    if (writing) connection.startTransaction = writeTransactions(connection, schema, writing);
    else watchReads(connection, schema);
    return connection;
  };
  return new PrismaClient({ adapter: factory }).$extends({
    client: { dialect: sqliteDialect },
  }) as unknown as PrismaClient & Queries;
}

function watchReads(connection: ReopeningConnection, schema: SchemaWatch): void {
  const query = connection.queryRaw.bind(connection);
  const readVersion = () => connection.schemaVersion();
  connection.queryRaw = async (...args) => {
    await schema.assertForRead(readVersion);
    return query(...args);
  };
}

/** Separate connections for statements that are kept prepared: a reader's and a writer's. */
export const preparedReads = (url: string): PreparedStatements =>
  new PreparedStatements(fileOf(url), pragmas.read);
export const preparedWrites = (url: string, schema: SchemaWatch, patience: LockPatience) =>
  sqlTransactions(new PreparedStatements(fileOf(url), pragmas.writeRows), fileOf(url), schema, patience);

const fileOf = (url: string): string => url.replace(/^file:/, '');
