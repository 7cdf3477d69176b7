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
 * A client of an existing SQLite file, with two connections. Transactions that name an isolation level write, one at a
 * time, on a connection of their own. All else reads. If a query has more parameters than SQLite takes, Prisma begins a
 * deferred transaction without a level. A second client would keep its tables of the schema in memory again.
 * @param patience how long writes wait for a lock
 */
export function connectSqlite(
  url: string,
  schema: SchemaWatch,
  patience: LockPatience,
): PrismaClient & Queries {
  const factory = new PrismaBetterSqlite3({ url, fileMustExist: true }, { timestampFormat: 'unixepoch-ms' });
  const stock = factory.connect.bind(factory);
  const opened = (script: string) => async () => {
    const connection = await stock();
    try {
      await connection.executeScript(script);
      return connection;
    } catch (error) {
      await connection.dispose();
      throw error;
    }
  };
  factory.connect = async () => {
    const reader = new ReopeningConnection(opened(pragmas.read), fileOf(url));
    const writer = new ReopeningConnection(opened(pragmas.write), fileOf(url));
    const beginWrite = writeTransactions(writer, schema, patience);
    const readVersion = () => reader.schemaVersion();
    return {
      provider: reader.provider,
      adapterName: reader.adapterName,
      queryRaw: async (query) => {
        await schema.assertForRead(readVersion);
        return reader.queryRaw(query);
      },
      executeRaw: (query) => reader.executeRaw(query),
      executeScript: (script) => reader.executeScript(script),
      startTransaction: (level) => (level ? beginWrite() : reader.startTransaction()),
      dispose: async () => {
        await Promise.all([reader.dispose(), writer.dispose()]);
      },
    };
  };
  return new PrismaClient({ adapter: factory }).$extends({
    client: { dialect: sqliteDialect },
  }) as unknown as PrismaClient & Queries;
}

/** Separate connections for statements that are kept prepared: a reader's and a writer's. */
export const preparedReads = (url: string): PreparedStatements =>
  new PreparedStatements(fileOf(url), pragmas.read);
export const preparedWrites = (url: string, schema: SchemaWatch, patience: LockPatience) =>
  sqlTransactions(new PreparedStatements(fileOf(url), pragmas.writeRows), fileOf(url), schema, patience);

const fileOf = (url: string): string => url.replace(/^file:/, '');
