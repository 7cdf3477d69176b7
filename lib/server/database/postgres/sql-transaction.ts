import type pg from 'pg';
import type { SqlQueries } from '@/lib/server/database/database';
import { beginForWrite } from '@/lib/server/database/postgres/advisory-locks';
import { postgresDialect } from '@/lib/server/database/postgres/postgres-dialect';
import { postgresQuery } from '@/lib/server/database/postgres/postgres-rows';
import { sqlOf } from '@/lib/server/database/sql-of';
import type { Prisma } from '@/prisma/generated/prisma/client';

/**
 * Runs a transaction in plain SQL, with statements that each connection keeps prepared.
 * @param nameOf names a statement by its text
 * @param accountId if everything that it touches belongs to this account
 * @param onCommit called just before it is committed
 */
export async function sqlTransaction<T>(
  pool: pg.Pool,
  nameOf: (text: string) => string,
  accountId: string | undefined,
  transaction: (tx: SqlQueries) => Promise<T>,
  onCommit: () => void,
): Promise<T> {
  const connection = await pool.connect();
  // Without a listener, a connection that breaks would end the process; its statement fails.
  const ignore = () => {};
  connection.on('error', ignore);
  let broken: Error | undefined;
  const send = (query: Prisma.Sql) => connection.query({ name: nameOf(query.text), ...postgresQuery(query) });
  const queries = {
    dialect: postgresDialect,
    $queryRaw: async (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      (await send(sqlOf(query, values))).rows,
    $executeRaw: async (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      (await send(sqlOf(query, values))).rowCount ?? 0,
    // Prisma's own promises have more methods, which no transaction uses.
  } as unknown as SqlQueries;
  try {
    await connection.query(beginForWrite(accountId));
    const result = await transaction(queries);
    onCommit();
    await connection.query('COMMIT');
    return result;
  } catch (error) {
    await connection.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    connection.off('error', ignore);
    connection.release(broken);
  }
}
