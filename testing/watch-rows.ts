import type { Database } from '@/lib/server/database/database';
import type { Prisma } from '@/prisma/generated/prisma/client';

/** A statement and what it has read. */
interface ReadStatement {
  sql: string;
  /** Of the rows' JSON. */
  characters: number;
  rows: number;
}

/** A database whose kept statements are noted. */
export interface WatchedRows {
  db: Database;
  /** The statements since the last call. */
  take(): ReadStatement[];
}

/** Notes what is read through `sql` of a database. */
export function watchRows(db: Database): WatchedRows {
  let statements: ReadStatement[] = [];
  const rows = async <Row>(query: Prisma.Sql): Promise<Row[]> => {
    const statement = { sql: query.sql, characters: 0, rows: 0 };
    statements.push(statement);
    const found = await db.sql<Row>(query);
    const text = JSON.stringify(found, (_key, value) => (typeof value === 'bigint' ? Number(value) : value));
    Object.assign(statement, { characters: text.length, rows: found.length });
    return found;
  };
  return {
    db: Object.create(db, { sql: { value: Object.assign(rows, { dialect: db.sql.dialect }) } }),
    take: () => {
      const taken = statements;
      statements = [];
      return taken;
    },
  };
}
