import { fileExists } from '@/lib/server/database/file-exists';
import { databaseState } from '@/lib/server/database/migrations/database-state';
import { databaseFile } from '@/lib/server/runtime/project-environment';
import { Stop } from '@/scripts/console/stop.mjs';

/**
 * For commands that only read the database.
 *
 * @returns its file, an absolute path
 * @throws Stop if it isn't there, can't be read or lacks a migration
 */
export function requireCurrentDatabase(databaseUrl: string): string {
  const file = databaseFile(databaseUrl);
  if (!fileExists(file))
    throw new Stop(`There is no database at ${file} yet. Run npm start, which makes it.`);
  if (databaseState(databaseUrl).kind !== 'current')
    throw new Stop(`The database ${file} isn't up to date. Run npm start, which migrates it.`);
  return file;
}
