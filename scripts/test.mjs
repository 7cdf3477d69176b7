// @ts-check
import './console/require-node.mjs';
import { readEnvironment } from '../lib/config/environment.mjs';
import { lastLines } from './console/child.mjs';
import { runCommand } from './console/command.mjs';
import { say } from './console/step.mjs';
import { projectEnvironment } from './project.mjs';
import { probePort } from './server/connections/listen.mjs';
import { setUpBuild, setUpDatabase, setUpTools } from './setup.mjs';
import { requireChromium } from './testing/chromium.mjs';
import {
  checkContract,
  checkLint,
  checkPackages,
  checkTypes,
  hasContract,
  runBrowserTests,
  runUnitTests,
} from './testing/stages.mjs';
import { tally } from './testing/tally.mjs';
import { startTestServer } from './testing/test-server.mjs';
import { temporaryDirectory, testVariables } from './testing/test-variables.mjs';

await runCommand(async () => {
  const { chromiumPath } = projectEnvironment();
  const { stage, prerequisite, finish } = tally();
  const tools = await prerequisite(async () => {
    await setUpTools();
    return true;
  });
  if (!tools) return finish();

  const directory = temporaryDirectory();
  const port = await probePort({ host: '127.0.0.1', port: 0 });
  const env = testVariables(directory, port);
  const url = `http://localhost:${port}`;

  await stage('types', 'checking types', checkTypes);
  await stage('lint', 'checking style and import rules', checkLint);
  await stage('packages', 'checking the lock files', checkPackages);
  if (hasContract()) await stage('contract', 'comparing the schema with the contract', () => checkContract());
  else say('contract', 'skipped: no contract lies beside this checkout');
  await stage('unit', 'running unit and API tests', () => runUnitTests(directory, env));

  const browser = await prerequisite(() => requireChromium(chromiumPath));
  const built = await prerequisite(async () => {
    await setUpBuild();
    return true;
  });
  if (built)
    await stage('loss', 'killing servers, failing disks', async () => {
      const { runLossTests } = await import('./testing/loss/run-loss-tests.mjs');
      return runLossTests(directory, env);
    });
  const server = await prerequisite(async () => {
    if (!built) return undefined;
    await setUpDatabase(readEnvironment(env));
    return startTestServer(env);
  });
  if (server && hasContract()) await stage('contract', 'asking the server', () => checkContract(url));
  if (server && browser) {
    const browserEnv = { ...env, E2E_URL: url, CHROMIUM_PATH: browser };
    const passed = await stage('e2e', 'running browser tests', () => runBrowserTests(directory, browserEnv));
    if (!passed) console.error(`The server said:\n${lastLines(server.output())}\n`);
  }
  await server?.stop();
  finish();
});
