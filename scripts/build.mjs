// @ts-check
import './console/require-node.mjs';
import { runCommand } from './console/command.mjs';
import { projectEnvironment } from './project.mjs';
import { setUpBuild, setUpTools } from './setup.mjs';

// Builds the site of this environment and serves nothing: for an image, or a machine that serves what another built.
await runCommand(async () => {
  await setUpTools();
  await setUpBuild(projectEnvironment());
});
