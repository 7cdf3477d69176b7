import fs from 'node:fs';
import { postgresCommands } from '@/commands/backup/postgres-commands';
import { setUpDatabase } from '@/commands/set-up/set-up-database';
import { isPostgresUrl } from '@/lib/config/database-url';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { databaseFile } from '@/lib/server/database/database-name';
import { fileExists } from '@/lib/server/database/file-exists';
import { requireUnusedDatabase } from '@/lib/server/database/migrations/unused-database';
import { lockDatabase } from '@/lib/server/database/sqlite/database-lock';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';

/** Deletes the database and makes a new one. */
export default async function dbReset(): Promise<void> {
  const environment = projectEnvironment();
  if (isPostgresUrl(environment.databaseUrl))
    throw new Stop(
      `A PostgreSQL database is reset with its own commands. Stop every server, run ${postgresCommands(environment.databaseUrl).recreate} and then npm start, which fills it.`,
    );
  const file = databaseFile(environment.databaseUrl);
  if (fileExists(file)) await deleteDatabase(file);
  await setUpDatabase(environment);
}

/** @throws Stop if another process uses it, or it isn't a database */
async function deleteDatabase(file: string): Promise<void> {
  requireUnusedDatabase(file);
  const lock = lockDatabase(file, 'replace');
  try {
    requireUnusedDatabase(file);
    const remove = async () => {
      for (const suffix of ['', '-wal', '-shm']) fs.rmSync(`${file}${suffix}`, { force: true });
    };
    await step('delete', `deleting ${file}`, remove, () => ({ text: `${file} deleted` }));
  } catch (error) {
    throw explainDatabaseFailure(error, file);
  } finally {
    lock.release();
  }
}
