// @ts-check
import './console/require-node.mjs';
import { acceptArguments } from './console/arguments.mjs';
import { runInteractive } from './console/child.mjs';
import { runCommand } from './console/command.mjs';
import { onlyServes, root } from './project.mjs';
import { serveBundle } from './serve-bundle.mjs';

const usage = `Usage: npm start
Installs, migrates, builds and serves, and does only what is missing. Takes no arguments: HOST, PORT and the other
variables of .env.example configure it.`;

// The preparation is a separate process: the server's process loads only the bundle, and no compiler.
await runCommand(async () => {
  if (!acceptArguments({ usage })) return;
  if (onlyServes()) return serveBundle({ migrate: true });
  const code = await runInteractive(process.execPath, [`${root}/scripts/run.mjs`, 'set-up']);
  if (code !== 0) process.exit(code);
  await serveBundle();
});
