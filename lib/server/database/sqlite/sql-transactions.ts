import type { SqlQueries } from '@/lib/server/database/database';
import { databaseFailure } from '@/lib/server/database/database-failure';
import { sqlOf } from '@/lib/server/database/dialect';
import { DatabasePlace } from '@/lib/server/database/sqlite/database-place';
import type { LockPatience } from '@/lib/server/database/sqlite/lock-patience';
import type { PreparedStatements } from '@/lib/server/database/sqlite/prepared-statements';
import type { SchemaWatch } from '@/lib/server/database/sqlite/schema-watch';
import { sqliteDialect } from '@/lib/server/database/sqlite/sqlite-dialect';
import { WalFlush } from '@/lib/server/database/sqlite/wal-flush';
import { Prisma } from '@/prisma/generated/prisma/client';

/** Transactions in plain SQL on a connection of their own, one at a time. */
export interface SqlTransactions {
  /** Resolves once the transaction is committed; it survives a power failure only after `flush`. */
  run<T>(transaction: (tx: SqlQueries) => Promise<T>): Promise<T>;
  /** Makes durable what has been committed (WalFlush). @throws the error of the flush */
  flush(): Promise<void>;
  close(): void;
}

/**
 * @param statements of a writer's connection
 * @param patience shared with the other writers of the file
 */
export function sqlTransactions(
  statements: PreparedStatements,
  file: string,
  schema: SchemaWatch,
  patience: LockPatience,
): SqlTransactions {
  let place: DatabasePlace | null = null;
  let wal: WalFlush | null = null;
  const close = () => {
    place = null;
    wal?.close();
    wal = null;
    statements.close();
  };
  // If SQLite has already rolled back, ROLLBACK fails; a new connection surely has no transaction open.
  const undo = () => {
    try {
      statements.run(sql`ROLLBACK`);
    } catch {
      close();
    }
  };
  return {
    close,
    flush: async () => wal?.flush(),
    run: async (transaction) => {
      await patience.untilFree(() => statements.run(sql`BEGIN IMMEDIATE`));
      try {
        place ??= new DatabasePlace(file);
        wal ??= new WalFlush(file);
        schema.assertUnchanged(statements.schemaVersion());
        const result = await transaction(queriesOn(statements));
        place.assertUnmoved();
        statements.run(sql`COMMIT`);
        return result;
      } catch (error) {
        undo();
        // Its file may have been replaced; the next transaction opens it again.
        if (databaseFailure(error)) close();
        throw error;
      }
    },
  };
}

const { sql } = Prisma;

/** After some failures SQLite has left the transaction: the next statement would run on its own. */
function queriesOn(statements: PreparedStatements): SqlQueries {
  let failed: unknown;
  const unlessFailed = async <T>(statement: () => T): Promise<T> => {
    if (failed) throw failed;
    try {
      return statement();
    } catch (error) {
      failed = error;
      throw error;
    }
  };
  const queries = {
    dialect: sqliteDialect,
    $queryRaw: (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      unlessFailed(() => statements.rows(sqlOf(query, values))),
    $executeRaw: (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      unlessFailed(() => statements.run(sqlOf(query, values))),
  };
  // Prisma's own promises have more methods, which no transaction uses.
  return queries as unknown as SqlQueries;
}
