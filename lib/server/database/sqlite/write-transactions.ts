import type { SqlQuery, Transaction } from '@prisma/driver-adapter-utils';
import { databaseFailure } from '@/lib/server/database/database-failure';
import type { DatabasePlace } from '@/lib/server/database/sqlite/database-place';
import type { LockPatience } from '@/lib/server/database/sqlite/lock-patience';
import type { ReopeningConnection } from '@/lib/server/database/sqlite/reopening-connection';
import type { SchemaWatch } from '@/lib/server/database/sqlite/schema-watch';

/**
 * Begins write transactions, one at a time. Replaces the stock adapter, which leaves a transaction open after a failed
 * COMMIT, and waits forever after a failed BEGIN.
 *
 * They begin IMMEDIATE: a deferred transaction fails with SQLITE_BUSY_SNAPSHOT if another process writes between its
 * first read and its first write.
 */
export function writeTransactions(
  connection: ReopeningConnection,
  schema: SchemaWatch,
  patience: LockPatience,
) {
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
