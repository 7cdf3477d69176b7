import Sqlite from 'better-sqlite3';
import { DatabaseUnavailable, databaseFailure } from '@/lib/server/database/database-failure';
import { fileState } from '@/lib/server/database/migrations/database-state';
import { Prisma } from '@/prisma/generated/prisma/client';

/** How long (ms) reads rely on the last look. Writes look each time. */
const RELY_MS = 100;

/**
 * Whether the schema is the one with which this process opened the database. Another release may migrate it, or an
 * operator change it in a shell. A process that continued would write what the new schema doesn't expect.
 */
export class SchemaWatch {
  readonly #url: string;
  /** SQLite's count of changes of the schema, in the file's header. */
  #version: number | undefined;
  #parts = new Map<string, string>();
  #seenAt = Number.NEGATIVE_INFINITY;
  #changed: DatabaseUnavailable | undefined;

  /** @param url `file:…` */
  constructor(url: string) {
    this.#url = url;
  }

  /** The same for a read, which looks only if the last look is some time ago. */
  async assertForRead(readVersion: () => number | Promise<number>): Promise<void> {
    if (this.#changed) throw this.#changed;
    if (performance.now() - this.#seenAt >= RELY_MS) this.assertUnchanged(await readVersion());
  }

  /**
   * @param version that `PRAGMA schema_version` returns now
   * @throws DatabaseUnavailable from the first change on that this process can't work with
   */
  assertUnchanged(version: number): void {
    if (this.#changed) throw this.#changed;
    if (version !== this.#version) this.#lookAt(version);
    this.#seenAt = performance.now();
  }

  /** Tables and indexes of the operator's own may come and go. */
  #lookAt(version: number): void {
    const parts = this.#readParts();
    const different = [...this.#parts].find(([part, sql]) => parts.get(part) !== sql)?.[0];
    if (different) this.#refuse(new Error(`The ${different} was changed or removed.`));
    try {
      if (fileState(this.#url).kind !== 'current') this.#refuse(new Error('The database lacks migrations.'));
    } catch (error) {
      // It couldn't be looked at now.
      if (databaseFailure(error)) throw error;
      this.#refuse(error);
    }
    this.#parts = parts;
    this.#version = version;
  }

  #refuse(cause: unknown): never {
    this.#changed = new DatabaseUnavailable('changed', { cause });
    throw this.#changed;
  }

  /** The parts of the schema that the code relies on, with their SQL: tables, triggers, and unique indexes. */
  #readParts(): Map<string, string> {
    const database = new Sqlite(this.#url.replace(/^file:/, ''), { fileMustExist: true });
    try {
      const parts = database
        .prepare<[string], { part: string; sql: string }>(
          `SELECT type || ' ' || name AS "part", coalesce(sql, '') AS "sql" FROM sqlite_master
           WHERE tbl_name IN (SELECT "value" FROM json_each(?)) AND (type <> 'index' OR sql LIKE 'CREATE UNIQUE%')`,
        )
        .all(JSON.stringify(Object.values(Prisma.ModelName)));
      return new Map(parts.map(({ part, sql }) => [part, sql]));
    } finally {
      database.close();
    }
  }
}
