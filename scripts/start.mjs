// @ts-check
import './console/require-node.mjs';
import { runInteractive } from './console/child.mjs';
import { runCommand } from './console/command.mjs';
import { root } from './project.mjs';
import { serveBuild } from './serve-build.mjs';

// The preparation is a process of its own: the server's process holds the bundle alone, and no compiler.
await runCommand(async () => {
  const code = await runInteractive(process.execPath, [`${root}/scripts/run.mjs`, 'set-up']);
  if (code !== 0) process.exit(code);
  await serveBuild();
});
