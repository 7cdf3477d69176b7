import Sqlite from 'better-sqlite3';
import type { ServerContext } from '@/lib/server/runtime/context';

/** Copies of a test's database, to go back to and to compare with. */
export interface StoredStates {
  /** Keeps the database as it is now. */
  keep(name: 'start' | 'middle'): void;
  /** Restores these tables; not the audit trail, which nothing may shorten. */
  restore(name: 'start' | 'middle', tables: Iterable<string>): void;
  /** The first column of a query, in which `start` is the schema of the copy of that name: `start."User"`. */
  ask(sql: string, ...values: string[]): unknown[];
  close(): void;
}

/** Opens a connection of its own to the test's database. */
export async function openStoredStates({ db }: Pick<ServerContext, 'db'>): Promise<StoredStates> {
  const [main] = await db.prisma.$queryRaw<{ file: string }[]>`SELECT "file" FROM pragma_database_list`;
  const connection = new Sqlite(main?.file ?? '');
  connection.pragma('foreign_keys = OFF');
  connection.pragma('synchronous = OFF');
  const tables = connection
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'Audit%'
       AND name NOT IN ('_prisma_migrations', 'Change')`,
    )
    .pluck()
    .all();
  for (const name of ['start', 'middle']) connection.exec(`ATTACH ':memory:' AS "${name}"`);
  const inTransaction = (some: readonly string[], statements: (table: string) => string) =>
    connection.exec(`BEGIN IMMEDIATE; ${some.map(statements).join('\n')} COMMIT;`);
  return {
    keep: (name) =>
      inTransaction(
        tables,
        (table) => `DROP TABLE IF EXISTS "${name}"."${table}";
          CREATE TABLE "${name}"."${table}" AS SELECT * FROM main."${table}";`,
      ),
    restore: (name, changed) =>
      inTransaction(
        [...changed].filter((table) => tables.includes(table)),
        (table) =>
          `DELETE FROM main."${table}"; INSERT INTO main."${table}" SELECT * FROM "${name}"."${table}";`,
      ),
    ask: (sql, ...values) =>
      connection
        .prepare<string[], unknown>(sql)
        .pluck()
        .all(...values),
    close: () => connection.close(),
  };
}
