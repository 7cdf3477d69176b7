// @ts-check
import './console/require-node.mjs';
import { runCommand } from './console/command.mjs';
import { projectEnvironment } from './project.mjs';

// Serves what is already built: for process managers, containers and the tests. With --migrate it brings the database
// up to date first. Nothing is written but the database.
await runCommand(async () => {
  const environment = projectEnvironment();
  if (process.argv.includes('--migrate')) {
    const { prepareDatabase } = await import('./setup/prepare-database.mjs');
    await prepareDatabase(environment);
  }
  const { serve } = await import('./server/serve.mjs');
  await serve(environment, { dev: false });
});
