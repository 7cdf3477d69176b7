import type { SqlDriverAdapter, SqlQuery, SqlResultSet } from '@prisma/driver-adapter-utils';
import { databaseFailure } from '@/lib/server/database/database-failure';
import { DatabasePlace } from '@/lib/server/database/sqlite/database-place';

/** After these failures SQLite's connection stays unusable or read-only, even once the file works again. */
export const closesConnection = new Set(['read-only', 'damaged', 'missing', 'disk']);

/**
 * A connection that opens on first use and again after a failure, so that a server survives a failure of its database.
 */
export class ReopeningConnection implements SqlDriverAdapter {
  readonly provider = 'sqlite';
  readonly adapterName = '@prisma/adapter-better-sqlite3';
  readonly #open: () => Promise<SqlDriverAdapter>;
  readonly #file: string;
  #present: SqlDriverAdapter | null = null;
  /** Shared by concurrent callers: a second connection would never be closed. */
  #opening: Promise<SqlDriverAdapter> | null = null;
  #place: DatabasePlace | null = null;

  /** @param file that `open` opens */
  constructor(open: () => Promise<SqlDriverAdapter>, file: string) {
    this.#open = open;
    this.#file = file;
  }

  /**
   * Where the current connection's files were when this was first read; they must be open.
   * @throws DatabaseUnavailable
   */
  get place(): DatabasePlace {
    this.#place ??= new DatabasePlace(this.#file);
    return this.#place;
  }

  /** SQLite's count of changes of the schema. */
  async schemaVersion(): Promise<number> {
    const query = { sql: 'PRAGMA schema_version', args: [], argTypes: [] };
    const { rows } = await this.#use((present) => present.queryRaw(query));
    return Number(rows[0]?.[0]);
  }

  queryRaw(query: SqlQuery): Promise<SqlResultSet> {
    return this.#use((present) => present.queryRaw(query));
  }

  executeRaw(query: SqlQuery): Promise<number> {
    return this.#use((present) => present.executeRaw(query));
  }

  executeScript(script: string): Promise<void> {
    return this.#use((present) => present.executeScript(script));
  }

  startTransaction(level?: Parameters<SqlDriverAdapter['startTransaction']>[0]) {
    return this.#use((present) => present.startTransaction(level));
  }

  /** Closes it; SQLite rolls back its open transaction. The next use opens it again. */
  async dispose(): Promise<void> {
    const present = this.#present;
    this.#present = null;
    this.#place = null;
    await present?.dispose();
  }

  #connect(): Promise<SqlDriverAdapter> {
    this.#opening ??= this.#open()
      .then((opened) => {
        this.#present = opened;
        return opened;
      })
      .finally(() => {
        this.#opening = null;
      });
    return this.#opening;
  }

  async #use<T>(work: (present: SqlDriverAdapter) => Promise<T>): Promise<T> {
    try {
      const present = this.#present ?? (await this.#connect());
      return await work(present);
    } catch (error) {
      const failure = databaseFailure(error);
      // On a failing disk, an error from closing adds nothing.
      if (failure && closesConnection.has(failure)) await this.dispose().catch(() => {});
      throw error;
    }
  }
}
