import { setUpDatabase } from '@/commands/set-up/set-up-database';
import { setUpBuild } from '@/commands/set-up/set-up-server';
import { readEnvironment } from '@/lib/config/environment';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { readArguments } from '@/scripts/console/arguments.mjs';
import { lastLines } from '@/scripts/console/child.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { say } from '@/scripts/console/step.mjs';
import { probePort } from '@/server/http/connections/listen';
import { offersPostgres, WITHOUT_POSTGRES } from '@/testing/postgres/postgres-programs';
import { runPostgresStages } from '@/testing/postgres/run-postgres-stages';
import { checkProse } from '@/testing/prose/check-prose';
import { requireChromium } from '@/testing/run/chromium';
import { runLossTests } from '@/testing/run/loss/run-loss-tests';
import { startProductionServer } from '@/testing/run/server-process';
import {
  checkContract,
  checkLint,
  checkPackages,
  checkTypes,
  hasContract,
  runBrowserTests,
  runCommandTests,
  runHttpTests,
  runScreenTests,
  runUnitTests,
} from '@/testing/run/stages';
import { tally } from '@/testing/run/tally';
import { temporaryDirectory, testVariables } from '@/testing/run/test-variables';

/** Runs every check and test there is. Its last line is `N passed, N failed`. */
export default async function testAll(): Promise<void> {
  const { postgres } = readArguments(commandLines.test).values;
  const { chromiumPath } = projectEnvironment();
  const run = tally();
  const { stage, prerequisite, finish } = run;
  const directory = temporaryDirectory();
  const port = await probePort({ host: '127.0.0.1', port: 0 });
  const env = testVariables(directory, port);
  const url = `http://localhost:${port}`;

  await stage('packages', 'checking the lock files', checkPackages);
  if (hasContract()) await stage('contract', 'comparing the schema with the contract', () => checkContract());
  else say('contract', 'skipped: no contract lies beside this checkout');
  const browser = await prerequisite(() => requireChromium(chromiumPath));
  const built = await prerequisite(async () => {
    await setUpBuild();
    return true;
  });
  const checkSources = async () => {
    await stage('types', 'checking types', checkTypes);
    await stage('lint', 'checking style and import rules', checkLint);
    await stage('prose', 'checking how the project writes', checkProse);
  };
  // These servers mostly wait: to be killed, and for locks.
  const loseServers = () =>
    stage('loss', 'killing servers, failing disks', () => runLossTests(directory, env));
  await Promise.all([checkSources(), built && loseServers()]);
  await stage('unit', 'running unit and API tests', () => runUnitTests(directory, env));
  await stage('commands', 'running commands', () => runCommandTests(directory, env));
  const browserEnv = { ...env, E2E_URL: url, CHROMIUM_PATH: browser ?? '' };
  if (browser) await stage('screens', 'testing screens', () => runScreenTests(directory, browserEnv));

  const server = await prerequisite(async () => {
    if (!built) return undefined;
    await setUpDatabase(readEnvironment(env));
    return startProductionServer(env);
  });
  if (server && hasContract()) await stage('contract', 'asking the server', () => checkContract(url));
  if (server) {
    let passed = await stage('http', 'asking the site', () => runHttpTests(directory, browserEnv));
    const runs = () => runBrowserTests(directory, browserEnv);
    if (browser) passed = (await stage('e2e', 'running browser tests', runs)) && passed;
    if (!passed) console.error(`The server said:\n${lastLines(server.output())}\n`);
  }
  await server?.stop();
  if (postgres && !(await offersPostgres())) say('postgres', `skipped: ${WITHOUT_POSTGRES}`);
  else if (postgres && built) await runPostgresStages(run, browser);
  finish();
}
