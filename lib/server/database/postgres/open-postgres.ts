import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { type Environment, readEnvironment } from '@/lib/config/environment';
import {
  type Database,
  type PoolUse,
  QUEUE_LENGTH,
  type Queries,
  type SqlQueries,
  TRANSACTION_MS,
  type WritePriority,
} from '@/lib/server/database/database';
import { DatabaseUnavailable, databaseFailure } from '@/lib/server/database/database-failure';
import { sqlOf } from '@/lib/server/database/dialect';
import {
  beginForWrite,
  holdAlone,
  holdInTurn,
  lockForWrite,
} from '@/lib/server/database/postgres/advisory-locks';
import { postgresDialect } from '@/lib/server/database/postgres/postgres-dialect';
import { openPool } from '@/lib/server/database/postgres/postgres-pool';
import { postgresQuery, postgresRows, statementNames } from '@/lib/server/database/postgres/postgres-rows';
import { PostgresSignals } from '@/lib/server/database/postgres/postgres-signals';
import { PostgresSchemaWatch } from '@/lib/server/database/postgres/schema-watch';
import { WriteQueue } from '@/lib/server/database/write-queue';
import { PrismaClient as PostgresClient } from '@/prisma/generated/postgres/client';
import type { Prisma, PrismaClient } from '@/prisma/generated/prisma/client';

/** Connections of a process: few, because PostgreSQL has a process for each. */
export type PostgresConnections = Pick<Environment, 'databaseReaders' | 'databaseWriters'>;

/**
 * Opens a PostgreSQL database on first use.
 * @param url `postgresql://…`, of a database that has all migrations
 */
export function openPostgres(
  url: string,
  { databaseReaders, databaseWriters }: PostgresConnections = readEnvironment({}),
): Database {
  const schema = new PostgresSchemaWatch(url);
  const readers = schema.guard(openPool(url, { connections: databaseReaders, readOnly: true }));
  const writers = openPool(url, { connections: databaseWriters, readOnly: false, pipeline: true });
  const writer = clientOf(writers);
  const queue = new WriteQueue({
    atOnce: databaseWriters,
    waiting: QUEUE_LENGTH,
    milliseconds: TRANSACTION_MS,
  });
  const names = statementNames();
  const signals = new PostgresSignals(url, schema);
  const queued = <T>(
    transaction: (onCommit: () => void) => Promise<T>,
    priority: WritePriority,
  ): Promise<T> =>
    queue.run(
      async () => {
        let isCommitting = false;
        try {
          await schema.assertForWrite();
          return await transaction(() => {
            isCommitting = true;
          });
        } catch (error) {
          const failure = databaseFailure(error);
          if (!failure) throw error;
          // The commit may have arrived although its response didn't.
          const outcome = isCommitting && failure === 'unreachable' ? 'uncertain' : failure;
          const unavailable = new DatabaseUnavailable(outcome, { cause: error });
          // Waiting writes would meet the same, each after its own patience.
          if (failure === 'unreachable')
            queue.refuseWaiting(new DatabaseUnavailable(failure, { cause: error }));
          throw unavailable;
        }
      },
      { priority },
    );
  return {
    prisma: clientOf(readers),
    sql: postgresRows(readers, names),
    get waitingWrites() {
      return queue.length;
    },
    write: (transaction, { timeoutMs = TRANSACTION_MS, accountId, priority = 'foreground' } = {}) =>
      queued(
        (onCommit) =>
          writer.$transaction(
            async (tx) => {
              await lockForWrite(tx, accountId);
              const result = await transaction(tx as Queries);
              onCommit();
              return result;
            },
            { maxWait: TRANSACTION_MS, timeout: timeoutMs },
          ),
        priority,
      ),
    writeRows: (
      transaction,
      {
        accountId,
        accountIds = accountId === undefined ? undefined : [accountId],
        priority = 'foreground',
      } = {},
    ) => queued((onCommit) => sqlTransaction(writers, names, accountIds, transaction, onCommit), priority),
    tryExclusive: (name, work) => holdAlone(url, name, work),
    exclusive: (name, work) => holdInTurn(url, name, work),
    connections: () => [useOf('reads', readers), useOf('writes', writers)],
    signals,
    assertSchema: async () => schema.assertUnchanged(),
    close: async () => {
      await Promise.all([readers.end(), writers.end(), signals.close()]);
    },
  };
}

const useOf = (pool: PoolUse['pool'], { totalCount, idleCount, waitingCount }: pg.Pool): PoolUse => ({
  pool,
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});

/** Prisma's client for PostgreSQL has the same models as the one for SQLite, whose types the project uses. */
const clientOf = (pool: pg.Pool) =>
  new PostgresClient({ adapter: new PrismaPg(pool) }).$extends({
    client: { dialect: postgresDialect },
  }) as unknown as PrismaClient & Queries;

/**
 * Runs a transaction in plain SQL, with statements that each connection keeps prepared. Statements that aren't awaited
 * one by one share a round trip, and the first ones share it with BEGIN.
 * @param pool whose connections pipeline
 * @param nameOf names a statement by its text
 * @param accountIds if everything that it touches belongs to these accounts
 * @param onCommit called just before it is committed
 */
async function sqlTransaction<T>(
  pool: pg.Pool,
  nameOf: (text: string) => string,
  accountIds: readonly string[] | undefined,
  transaction: (tx: SqlQueries) => Promise<T>,
  onCommit: () => void,
): Promise<T> {
  const connection = await pool.connect();
  // Without a listener, a connection that breaks would end the process; its statement fails.
  const ignore = () => {};
  connection.on('error', ignore);
  let broken: Error | undefined;
  let isOver = false;
  const send = async (query: Prisma.Sql) => {
    // One of several that run at once may have failed: what follows from another one mustn't run by itself.
    if (isOver) throw new Error('The transaction is over.');
    return connection.query({ name: nameOf(query.text), ...postgresQuery(query) });
  };
  const queries = {
    dialect: postgresDialect,
    $queryRaw: async (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      (await send(sqlOf(query, values))).rows,
    $executeRaw: async (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      (await send(sqlOf(query, values))).rowCount ?? 0,
    // Prisma's own promises have more methods, which no transaction uses.
  } as unknown as SqlQueries;
  try {
    const begun = connection.query(beginForWrite(accountIds));
    begun.catch(() => {});
    // If it fails, PostgreSQL refuses the statements that follow, and it is what has failed.
    const result = await transaction(queries).finally(() => begun);
    isOver = true;
    onCommit();
    await connection.query('COMMIT');
    return result;
  } catch (error) {
    isOver = true;
    await connection.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    connection.off('error', ignore);
    connection.release(broken);
  }
}
