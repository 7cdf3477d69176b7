// @ts-check
import './console/require-node.mjs';
import { runCommand } from './console/command.mjs';
import { setUpTools } from './setup.mjs';
import { checkLint, checkPackages, checkTypes, runUnitTests } from './testing/stages.mjs';
import { tally } from './testing/tally.mjs';
import { temporaryDirectory, testVariables } from './testing/test-variables.mjs';

await runCommand(async () => {
  await setUpTools();
  const directory = temporaryDirectory();
  const { stage, finish } = tally();
  await stage('types', 'checking types', checkTypes);
  await stage('lint', 'checking style and import rules', checkLint);
  await stage('packages', 'checking the lock files', checkPackages);
  await stage('unit', 'running unit and API tests', () =>
    runUnitTests(directory, testVariables(directory, 3000)),
  );
  finish();
});
