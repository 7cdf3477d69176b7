import { databaseName } from '@/lib/server/database/database-name';
import { databaseState } from '@/lib/server/database/migrations/database-state';
import { Stop } from '@/scripts/console/stop.mjs';

/**
 * For commands that only read the database.
 *
 * @returns the database for people: its file, an absolute path, or its URL without the password
 * @throws Stop if it isn't there, can't be read or lacks a migration
 */
export async function requireCurrentDatabase(databaseUrl: string): Promise<string> {
  const name = databaseName(databaseUrl);
  const { kind } = await databaseState(databaseUrl);
  if (kind === 'missing')
    throw new Stop(`There is no database at ${name} yet. Run npm start, which makes it.`);
  if (kind !== 'current')
    throw new Stop(`The database ${name} isn't up to date. Run npm start, which migrates it.`);
  return name;
}
