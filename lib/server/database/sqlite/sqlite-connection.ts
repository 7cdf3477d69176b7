import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlQuery, Transaction } from '@prisma/driver-adapter-utils';
import type { Queries } from '@/lib/server/database/database';
import { databaseFailure } from '@/lib/server/database/database-failure';
import type { DatabasePlace } from '@/lib/server/database/sqlite/database-place';
import { LOCK_PATIENCE_MS, type LockPatience } from '@/lib/server/database/sqlite/lock-patience';
import { PreparedStatements } from '@/lib/server/database/sqlite/prepared-statements';
import { ReopeningConnection } from '@/lib/server/database/sqlite/reopening-connection';
import type { SchemaWatch } from '@/lib/server/database/sqlite/schema-watch';
import { sqlTransactions } from '@/lib/server/database/sqlite/sql-transactions';
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

/**
 * Begins write transactions, one at a time. Replaces the stock adapter, which leaves a transaction open after a failed
 * COMMIT, and waits forever after a failed BEGIN.
 *
 * They begin IMMEDIATE: a deferred transaction fails with SQLITE_BUSY_SNAPSHOT if another process writes between its
 * first read and its first write.
 */
function writeTransactions(connection: ReopeningConnection, schema: SchemaWatch, patience: LockPatience) {
  const run = (sql: string) => connection.executeRaw({ sql, args: [], argTypes: [] });
  // If SQLite has already rolled back, ROLLBACK fails; a new connection surely has no transaction open.
  const undo = () => run('ROLLBACK').catch(() => connection.dispose());
  let ended: Promise<void> = Promise.resolve();

  async function presentPlace(): Promise<DatabasePlace> {
    try {
      const { place } = connection;
      schema.assertUnchanged(await connection.schemaVersion());
      return place;
    } catch (error) {
      // Its files aren't at the path that the next connection opens, or aren't the files that this process opened.
      await connection.dispose();
      throw error;
    }
  }

  async function begin(end: () => void): Promise<Transaction> {
    await patience.untilFree(() => run('BEGIN IMMEDIATE'));
    const place = await presentPlace();
    let failed: unknown;
    // After some failures SQLite has left the transaction: the next statement would run on its own.
    const unlessFailed = async <T>(statement: () => Promise<T>): Promise<T> => {
      if (failed) throw failed;
      try {
        return await statement();
      } catch (error) {
        if (databaseFailure(error)) failed = error;
        throw error;
      }
    };
    return {
      provider: connection.provider,
      adapterName: connection.adapterName,
      // Keeps Prisma from sending COMMIT or ROLLBACK itself.
      options: { usePhantomQuery: true },
      queryRaw: (query: SqlQuery) => unlessFailed(() => connection.queryRaw(query)),
      executeRaw: (query: SqlQuery) => unlessFailed(() => connection.executeRaw(query)),
      commit: async () => {
        try {
          place.assertUnmoved();
          await unlessFailed(() => run('COMMIT'));
        } catch (error) {
          await undo();
          throw error;
        } finally {
          end();
        }
      },
      rollback: async () => {
        await undo();
        end();
      },
    };
  }

  return async (): Promise<Transaction> => {
    const before = ended;
    let end = () => {};
    ended = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    try {
      return await begin(end);
    } catch (error) {
      end();
      throw error;
    }
  };
}
