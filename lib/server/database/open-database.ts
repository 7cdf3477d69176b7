import { isPostgresUrl } from '@/lib/config/database-url';
import type { Database } from '@/lib/server/database/database';
import { openPostgres } from '@/lib/server/database/postgres/open-postgres';
import { openSqlite } from '@/lib/server/database/sqlite/open-sqlite';

/**
 * Opens a database on first use.
 * @param url `file:…` or `postgresql://…`, of a database that has all migrations
 */
export const openDatabase = (url: string): Database =>
  isPostgresUrl(url) ? openPostgres(url) : openSqlite(url);
