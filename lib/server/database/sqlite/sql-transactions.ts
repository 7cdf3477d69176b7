import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SqlQueries } from '@/lib/server/database/database';
import { databaseFailure } from '@/lib/server/database/database-failure';
import { sqlOf } from '@/lib/server/database/sql-of';
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
      const { tx, all, refuse } = queriesOn(statements);
      try {
        place ??= new DatabasePlace(file);
        wal ??= new WalFlush(file);
        schema.assertUnchanged(statements.schemaVersion());
        const result = await transaction(tx);
        await all();
        refuse(new Error('The transaction is over.'));
        place.assertUnmoved();
        statements.run(sql`COMMIT`);
        return result;
      } catch (error) {
        refuse(error);
        undo();
        // Its file may have been replaced; the next transaction opens it again.
        if (databaseFailure(error)) close();
        throw error;
      }
    },
  };
}

const { sql } = Prisma;

/** How long (ms) the statements of a transaction may keep the event loop: the calls of others wait for it. */
const MOST_HOLD_MS = 1;

interface Turns {
  tx: SqlQueries;
  /** Resolves once all statements have run that the transaction has begun, awaited or not. */
  all(): Promise<unknown>;
  /** None of the rest runs. */
  refuse(reason: unknown): void;
}

/**
 * Runs the statements of a transaction in the order of their calls. After some failures SQLite has left the transaction:
 * the next statement would run on its own.
 */
function queriesOn(statements: PreparedStatements): Turns {
  let last: Promise<unknown> = Promise.resolve();
  let failure: { reason: unknown } | null = null;
  let heldSince = performance.now();
  const refuse = (reason: unknown) => {
    failure ??= { reason };
  };
  const inTurn = <T>(statement: () => T): Promise<T> => {
    const result = last.then(async () => {
      if (performance.now() - heldSince > MOST_HOLD_MS) {
        await nextTurn();
        heldSince = performance.now();
      }
      if (failure) throw failure.reason;
      try {
        return statement();
      } catch (error) {
        refuse(error);
        throw error;
      }
    });
    last = result.catch(() => {});
    return result;
  };
  const tx = {
    dialect: sqliteDialect,
    $queryRaw: (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      inTurn(() => statements.rows(sqlOf(query, values))),
    $executeRaw: (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      inTurn(() => statements.run(sqlOf(query, values))),
  };
  // Prisma's own promises have more methods, which no transaction uses.
  return { tx: tx as unknown as SqlQueries, all: () => last, refuse };
}
