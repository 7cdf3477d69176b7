import Sqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { databaseFailure } from '@/lib/server/database/database-failure';
import { closesConnection } from '@/lib/server/database/sqlite/reopening-connection';
import { Prisma } from '@/prisma/generated/prisma/client';

const readSchemaVersion = Prisma.sql`PRAGMA schema_version`;

/** Statements differ at most by the length of a list. */
const STATEMENTS_KEPT = 200;

interface Prepared {
  /**
   * Returns rows as arrays. SQLite prepares some statements again for each bound value. Each time, better-sqlite3 13
   * would compile a function that makes objects, which took a third of a short call.
   */
  statement: Sqlite.Statement<unknown[], unknown[]>;
  columns: Column[];
}

interface Column {
  name: string;
  /** If its stored values differ from Prisma's values. */
  convert: Conversion | undefined;
}

/**
 * A connection that keeps its statements prepared: they cost a tenth of what they do through Prisma. It opens on first
 * use, and again after a failure.
 */
export class PreparedStatements {
  readonly #file: string;
  readonly #pragmas: string;
  #connection: Sqlite.Database | null = null;
  readonly #statements = new LRUCache<string, Prepared>({ max: STATEMENTS_KEPT });

  /** @param pragmas that the connection begins with */
  constructor(file: string, pragmas: string) {
    this.#file = file;
    this.#pragmas = pragmas;
  }

  /** Typed like Prisma's raw queries: dates, booleans and big integers by their columns' declaration. */
  rows<Row>({ sql, values }: Prisma.Sql): Row[] {
    return this.#use(sql, (prepared) => {
      const rows = prepared.statement.all(stored(values));
      // A table has gained or lost a column since, of which the statement reads all.
      if (rows[0] && rows[0].length !== prepared.columns.length)
        prepared.columns = columnsOf(prepared.statement);
      return rows.map((row) => rowOf(prepared.columns, row) as Row);
    });
  }

  /** SQLite's count of changes of the schema. */
  schemaVersion(): number {
    const [row] = this.rows<{ schema_version: number }>(readSchemaVersion);
    return Number(row?.schema_version);
  }

  /** @returns how many rows were changed */
  run({ sql, values }: Prisma.Sql): number {
    return this.#use(sql, ({ statement }) => statement.run(stored(values)).changes);
  }

  #use<T>(sql: string, work: (prepared: Prepared) => T): T {
    try {
      return work(this.#statements.get(sql) ?? this.#prepare(sql));
    } catch (error) {
      const failure = databaseFailure(error);
      if (failure && closesConnection.has(failure)) this.close();
      throw error;
    }
  }

  /** The next use opens it again. */
  close(): void {
    const connection = this.#connection;
    this.#connection = null;
    this.#statements.clear();
    connection?.close();
  }

  #prepare(sql: string): Prepared {
    this.#connection ??= this.#open();
    const statement = this.#connection.prepare<unknown[], unknown[]>(sql);
    const prepared = { statement, columns: statement.reader ? columnsOf(statement.raw()) : [] };
    this.#statements.set(sql, prepared);
    return prepared;
  }

  #open(): Sqlite.Database {
    const connection = new Sqlite(this.#file, { fileMustExist: true });
    try {
      connection.exec(this.#pragmas);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }
}

type Conversion = (stored: number | string) => unknown;

const converters: Record<string, Conversion> = {
  DATETIME: (milliseconds) => new Date(milliseconds),
  BOOLEAN: (stored) => stored !== 0,
  BIGINT: (stored) => BigInt(stored),
  JSONB: (text) => JSON.parse(String(text)),
};

/** SQLite stores dates as milliseconds, and booleans as numbers. */
const stored = (values: readonly unknown[]): unknown[] =>
  values.map((value) => {
    if (value instanceof Date) return value.getTime();
    return typeof value === 'boolean' ? Number(value) : value;
  });

const columnsOf = (statement: Prepared['statement']): Column[] =>
  statement.columns().map(({ name, type }) => ({ name, convert: converters[type?.toUpperCase() ?? ''] }));

function rowOf(columns: readonly Column[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, { name, convert }] of columns.entries()) {
    const stored = values[index];
    row[name] =
      convert && (typeof stored === 'number' || typeof stored === 'string') ? convert(stored) : stored;
  }
  return row;
}
