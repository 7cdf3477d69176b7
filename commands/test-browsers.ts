import { setUpDatabase } from '@/commands/set-up/set-up-database';
import { setUpBuild } from '@/commands/set-up/set-up-server';
import { readEnvironment } from '@/lib/config/environment';
import { lastLines } from '@/scripts/console/child.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { probePort } from '@/server/http/connections/listen';
import { startFirefox } from '@/testing/browsers/firefox';
import { flows } from '@/testing/browsers/flows';
import { installDebianPackages } from '@/testing/run/debian-packages';
import { onPath } from '@/testing/run/installed-programs';
import { startProductionServer } from '@/testing/run/server-process';
import { type Outcome, tally } from '@/testing/run/tally';
import { temporaryDirectory, testVariables } from '@/testing/run/test-variables';
import { installTools } from '@/testing/tools/install-tools';

/** Runs flows through the built site in Firefox. Its last line is `N passed, N failed`. */
export default async function testBrowsers(): Promise<void> {
  const { stage, prerequisite, finish } = tally();
  const firefox = await prerequisite(async () => {
    await installTools();
    return requireFirefox();
  });
  const site = firefox && (await prerequisite(startSite));
  if (site) {
    const passed = await stage('firefox', 'running flows in Firefox', () => runFlows(firefox, site.port));
    if (!passed) console.error(`The server said:\n${lastLines(site.output())}\n`);
    await site.stop();
  }
  finish();
}

/** The Firefox of this machine; installs it if it can. @throws Stop with what to install */
async function requireFirefox(): Promise<string> {
  const find = () => onPath(['firefox-esr', 'firefox']);
  if (!find()) await installDebianPackages('browser', 'Firefox', ['firefox-esr']);
  const found = find();
  if (!found)
    throw new Stop('npm run test:browsers needs Firefox. On Debian, run: apt-get install firefox-esr');
  return found;
}

async function startSite() {
  await setUpBuild();
  const port = await probePort({ host: '127.0.0.1', port: 0 });
  const env = testVariables(temporaryDirectory(), port);
  await setUpDatabase(readEnvironment(env));
  return { ...(await startProductionServer(env)), port };
}

async function runFlows(firefox: string, port: number): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failed: 0, output: '' };
  const browser = await startFirefox(firefox);
  for (const [name, flow] of Object.entries(flows(port)))
    await browser.run(flow).then(
      () => {
        outcome.passed += 1;
      },
      (error: Error) => {
        outcome.failed += 1;
        outcome.output += `${name}:\n${error.message}\n`;
      },
    );
  await browser.close();
  return outcome;
}
