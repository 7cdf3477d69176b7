// @ts-check
import './console/require-node.mjs';
import { runCommand } from './console/command.mjs';
import { projectEnvironment } from './project.mjs';

// Serves what is already prepared and built: for process managers, and for the tests.
await runCommand(async () => {
  const environment = projectEnvironment();
  const { serve } = await import('./server/serve.mjs');
  await serve(environment, { dev: false });
});
