import fs from 'node:fs';
import { postgresCommands } from '@/commands/backup/postgres-commands';
import { setUpDatabase } from '@/commands/set-up/set-up-server';
import { isPostgresUrl } from '@/lib/config/database-url';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { requireUnusedDatabase } from '@/lib/server/database/migrations/unused-database';
import { databaseFile, projectEnvironment } from '@/lib/server/runtime/project-environment';
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
  requireUnusedDatabase(file);
  const remove = async () => {
    try {
      for (const suffix of ['', '-wal', '-shm']) fs.rmSync(`${file}${suffix}`, { force: true });
    } catch (error) {
      throw explainDatabaseFailure(error, file);
    }
  };
  await step('delete', `deleting ${file}`, remove, () => ({ text: `${file} deleted` }));
  await setUpDatabase(environment);
}
