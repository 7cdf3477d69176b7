// @ts-check
import './console/require-node.mjs';
import fs from 'node:fs';
import { runCommand } from './console/command.mjs';
import { step } from './console/step.mjs';
import { databaseFile, projectEnvironment } from './project.mjs';
import { setUpDatabase, setUpTools } from './setup.mjs';

await runCommand(async () => {
  const environment = projectEnvironment();
  const file = databaseFile(environment.databaseUrl);
  await setUpTools();
  const { explainDatabaseFailure } = await import('./migrations/database-failure.mjs');
  const { requireUnusedDatabase } = await import('./migrations/unused-database.mjs');
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
});
