import fs from 'node:fs';
import { setUpDatabase } from '@/commands/set-up/set-up-server';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { requireUnusedDatabase } from '@/lib/server/database/migrations/unused-database';
import { databaseFile, projectEnvironment } from '@/lib/server/runtime/project-environment';
import { step } from '@/scripts/console/step.mjs';

/** Deletes the database and makes a new one. */
export default async function dbReset(): Promise<void> {
  const environment = projectEnvironment();
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
