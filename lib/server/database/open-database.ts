import type pg from 'pg';
import { isPostgresUrl } from '@/lib/config/database-url';
import type { Database, SqlReader } from '@/lib/server/database/database';
import { openPostgres, type PostgresConnections } from '@/lib/server/database/postgres/open-postgres';
import { postgresDialect } from '@/lib/server/database/postgres/postgres-dialect';
import { openPool } from '@/lib/server/database/postgres/postgres-pool';
import { postgresQuery } from '@/lib/server/database/postgres/postgres-rows';
import { openSqlite } from '@/lib/server/database/sqlite/open-sqlite';
import { PreparedStatements } from '@/lib/server/database/sqlite/prepared-statements';
import { sqliteDialect } from '@/lib/server/database/sqlite/sqlite-dialect';
import { Prisma } from '@/prisma/generated/prisma/client';

/**
 * Opens a database on first use.
 * @param url `file:…` or `postgresql://…`, of a database that has all migrations
 * @param connections to PostgreSQL; by default the variables' defaults
 */
export const openDatabase = (url: string, connections?: PostgresConnections): Database =>
  isPostgresUrl(url) ? openPostgres(url, connections) : openSqlite(url);

/** One state of a database: its queries see nothing that is written after it was opened. */
export interface Snapshot {
  readonly rows: SqlReader;
  close(): Promise<void>;
}

/**
 * Opens a snapshot for a command that reads much, while servers keep writing. A query may take as long as it needs.
 * @param url `file:…` or `postgresql://…`, of an existing database
 */
export const openSnapshot = (url: string): Promise<Snapshot> =>
  isPostgresUrl(url) ? postgresSnapshot(url) : sqliteSnapshot(url);

async function sqliteSnapshot(url: string): Promise<Snapshot> {
  const reads = new PreparedStatements(url.replace(/^file:/, ''), 'PRAGMA query_only = ON; BEGIN');
  const read = async <Row>(query: Prisma.Sql) => reads.rows<Row>(query);
  // The transaction's first read determines its state.
  await read(Prisma.sql`SELECT count(*) FROM sqlite_master`);
  return { rows: Object.assign(read, { dialect: sqliteDialect }), close: async () => reads.close() };
}

async function postgresSnapshot(url: string): Promise<Snapshot> {
  const pool = openPool(url, { connections: 1, readOnly: true, answerMs: 0 });
  let connection: pg.PoolClient | undefined;
  const close = async () => {
    connection?.release(true);
    await pool.end();
  };
  try {
    const opened = await pool.connect();
    connection = opened;
    // A connection that breaks between two queries; the next query fails.
    opened.on('error', () => {});
    // Without a query the state would be the one of the first query later.
    await opened.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT 1');
    const read = async <Row>(query: Prisma.Sql) => (await opened.query(postgresQuery(query))).rows as Row[];
    return { rows: Object.assign(read, { dialect: postgresDialect }), close };
  } catch (error) {
    await close();
    throw error;
  }
}
