import { isPostgresUrl, databaseFile as realDatabaseFile, withoutPassword } from '@/lib/config/database-url';
import { root } from '@/scripts/project.mjs';

/**
 * @param databaseUrl `file:…`
 * @returns the real path of the file, absolute; a relative path starts at the project folder
 */
export const databaseFile = (databaseUrl: string): string => realDatabaseFile(databaseUrl, root);

/**
 * A database for people: its file, or the URL without the password.
 * @param databaseUrl `file:…` or `postgresql://…`
 */
export const databaseName = (databaseUrl: string): string =>
  isPostgresUrl(databaseUrl) ? withoutPassword(databaseUrl) : databaseFile(databaseUrl);
