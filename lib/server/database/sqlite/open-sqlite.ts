import {
  type Database,
  QUEUE_LENGTH,
  type Queries,
  TRANSACTION_MS,
  type WritePriority,
} from '@/lib/server/database/database';
import { DatabaseUnavailable, databaseFailure } from '@/lib/server/database/database-failure';
import { LOCK_PATIENCE_MS, LockPatience } from '@/lib/server/database/sqlite/lock-patience';
import { SchemaWatch } from '@/lib/server/database/sqlite/schema-watch';
import { connectSqlite, preparedReads, preparedWrites } from '@/lib/server/database/sqlite/sqlite-connection';
import { sqliteDialect } from '@/lib/server/database/sqlite/sqlite-dialect';
import { WriteQueue } from '@/lib/server/database/write-queue';

/**
 * Opens a SQLite database on first use. Reads have connections of their own. The stock adapter has a single connection,
 * where a statement sent during an open transaction would silently join it.
 * @param url `file:…`, of a database that has all migrations
 * @param options.lockPatienceMs how long writes wait together while another process holds the database
 */
export function openSqlite(url: string, { lockPatienceMs = LOCK_PATIENCE_MS } = {}): Database {
  const patience = new LockPatience(lockPatienceMs);
  const schema = new SchemaWatch(url);
  const sqlWriter = preparedWrites(url, schema, patience);
  const prisma = connectSqlite(url, schema, patience);
  const prepared = preparedReads(url);
  const readVersion = () => prepared.schemaVersion();
  const queue = new WriteQueue({ atOnce: 1, waiting: QUEUE_LENGTH, milliseconds: TRANSACTION_MS });
  /** Once a flush has failed, nothing is written until the process starts anew and reads what is left. */
  let failedFlush: DatabaseUnavailable | null = null;
  const queued = <T>(transaction: () => Promise<T>, priority: WritePriority): Promise<T> =>
    queue.run(
      async () => {
        if (failedFlush) throw failedFlush;
        try {
          return await transaction();
        } catch (error) {
          const failure = databaseFailure(error);
          if (!failure) throw error;
          const unavailable = new DatabaseUnavailable(failure, { cause: error });
          // Waiting writes would meet the same lock.
          if (failure === 'locked') queue.refuseWaiting(unavailable);
          throw unavailable;
        }
      },
      { priority },
    );
  return {
    prisma,
    sql: Object.assign(
      async <Row>(query: Parameters<Database['sql']>[0]) => {
        await schema.assertForRead(readVersion);
        return prepared.rows<Row>(query);
      },
      { dialect: sqliteDialect },
    ),
    assertSchema: () => schema.assertForRead(readVersion),
    get waitingWrites() {
      return queue.length;
    },
    write: (transaction, { timeoutMs = TRANSACTION_MS, priority = 'foreground' } = {}) =>
      queued(
        () =>
          prisma.$transaction((tx) => transaction(tx as Queries), {
            maxWait: TRANSACTION_MS,
            timeout: timeoutMs,
            // Only transactions with a level may write (connectSqlite).
            isolationLevel: 'Serializable',
          }),
        priority,
      ),
    writeRows: async (transaction, { priority = 'foreground' } = {}) => {
      const result = await queued(() => sqlWriter.run(transaction), priority);
      try {
        // After its turn, so that others can write during it.
        await sqlWriter.flush();
      } catch (cause) {
        failedFlush = new DatabaseUnavailable('disk', { cause });
      }
      if (failedFlush) throw new DatabaseUnavailable('uncertain', { cause: failedFlush });
      return result;
    },
    connections: () => [],
    // One process serves a SQLite database.
    tryExclusive: (_name, work) => work(),
    exclusive: (_name, work) => work(),
    signals: { send: () => {}, listen: () => () => {} },
    close: async () => {
      prepared.close();
      sqlWriter.close();
      await prisma.$disconnect();
    },
  };
}
