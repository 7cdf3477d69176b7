import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { vi } from 'vitest';

/** The SQL that this process sends to its databases. */
export interface StatementWatch {
  /** The statements since the last call. */
  take(): string[];
  end(): void;
}

/** Whether the schema is still the same is looked at once in a while, whatever a call does. */
const ofSchema = /schema_version|sqlite_master|_prisma_migrations/;

/** Notes every statement that is prepared on SQLite or sent to PostgreSQL from now on, but those about the schema. */
export function watchStatements(): StatementWatch {
  let statements: string[] = [];
  const prepare = Sqlite.prototype.prepare;
  const onSqlite = vi.spyOn(Sqlite.prototype, 'prepare').mockImplementation(function (
    this: Sqlite.Database,
    sql: string,
  ) {
    if (!ofSchema.test(sql)) statements.push(sql);
    return prepare.call(this, sql) as Sqlite.Statement;
  });
  const query = pg.Client.prototype.query as (...request: unknown[]) => unknown;
  const onPostgres = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...request: unknown[]
  ) {
    const [first] = request;
    statements.push(typeof first === 'string' ? first : (first as pg.QueryConfig).text);
    return query.apply(this, request);
  } as typeof pg.Client.prototype.query);
  return {
    take: () => {
      const taken = statements;
      statements = [];
      return taken;
    },
    end: () => {
      onSqlite.mockRestore();
      onPostgres.mockRestore();
    },
  };
}
