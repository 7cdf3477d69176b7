import type pg from 'pg';
import type { SqlQueries } from '@/lib/server/database/database';
import { sqlOf } from '@/lib/server/database/dialect';
import { beginForWrite } from '@/lib/server/database/postgres/advisory-locks';
import { postgresDialect } from '@/lib/server/database/postgres/postgres-dialect';
import { postgresQuery } from '@/lib/server/database/postgres/postgres-rows';
import type { Prisma } from '@/prisma/generated/prisma/client';

/**
 * Runs a transaction in plain SQL, with statements that each connection keeps prepared. Statements that aren't awaited
 * one by one share a round trip, and the first ones share it with BEGIN.
 * @param pool whose connections pipeline
 * @param nameOf names a statement by its text
 * @param accountIds if everything that it touches belongs to these accounts
 * @param onCommit called just before it is committed
 */
export async function sqlTransaction<T>(
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
