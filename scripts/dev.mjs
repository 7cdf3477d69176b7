// @ts-check
import './console/require-node.mjs';
import { runCommand } from './console/command.mjs';
import { projectEnvironment } from './project.mjs';
import { probePort } from './server/connections/listen.mjs';
import { setUpServer } from './setup.mjs';

await runCommand(async () => {
  const environment = projectEnvironment();
  await probePort(environment);
  await setUpServer(environment, { production: false });
  const { serve } = await import('./server/serve.mjs');
  await serve(environment, { dev: true });
});
