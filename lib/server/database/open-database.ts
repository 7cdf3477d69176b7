import { isPostgresUrl } from '@/lib/config/database-url';
import type { Database } from '@/lib/server/database/database';
import { openPostgres, type PostgresConnections } from '@/lib/server/database/postgres/open-postgres';
import { openSqlite } from '@/lib/server/database/sqlite/open-sqlite';

/**
 * Opens a database on first use.
 * @param url `file:…` or `postgresql://…`, of a database that has all migrations
 * @param connections to PostgreSQL; by default the variables' defaults
 */
export const openDatabase = (url: string, connections?: PostgresConnections): Database =>
  isPostgresUrl(url) ? openPostgres(url, connections) : openSqlite(url);
