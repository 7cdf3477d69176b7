// @ts-check
import './console/require-node.mjs';
import { runInteractive } from './console/child.mjs';
import { runCommand } from './console/command.mjs';
import { root } from './project.mjs';
import { serveBundle } from './serve-bundle.mjs';

// The preparation is a separate process: the server's process loads only the bundle, and no compiler.
await runCommand(async () => {
  const code = await runInteractive(process.execPath, [`${root}/scripts/run.mjs`, 'set-up']);
  if (code !== 0) process.exit(code);
  await serveBundle();
});
