import { setUpBuild, setUpDatabase } from '@/commands/set-up/set-up-server';
import { readEnvironment } from '@/lib/config/environment';
import { lastLines } from '@/scripts/console/child.mjs';
import { probePort } from '@/server/http/connections/listen';
import type { Browser } from '@/testing/browsers/browser';
import { installPackages, requireBrowsers } from '@/testing/browsers/drivers';
import { startFirefox } from '@/testing/browsers/firefox';
import { flows, runFlows } from '@/testing/browsers/run-flows';
import { startWebKit } from '@/testing/browsers/webkit';
import { startProductionServer } from '@/testing/run/server-process';
import { tally } from '@/testing/run/tally';
import { temporaryDirectory, testVariables } from '@/testing/run/test-variables';

/** Runs flows through the built site in Firefox and in WebKit. Its last line is `N passed, N failed`. */
export default async function testBrowsers(): Promise<void> {
  const { stage, prerequisite, finish } = tally();
  const programs = await prerequisite(async () => {
    await installPackages();
    return requireBrowsers();
  });
  const built = await prerequisite(async () => {
    await setUpBuild();
    return true;
  });
  if (programs && built) {
    const browsers: [string, string, (site: string) => Promise<Browser>][] = [
      ['firefox', 'Firefox', (site) => startFirefox(programs.firefox, site)],
      ['webkit', 'WebKit', (site) => startWebKit(programs, site)],
    ];
    for (const [name, title, start] of browsers) {
      const site = await prerequisite(startSite);
      if (!site) continue;
      const passed = await stage(name, `running ${flows.length} flows in ${title}`, async () => {
        const browser = await start(site.url);
        return runFlows(browser).finally(browser.close);
      });
      if (!passed) console.error(`The server said:\n${lastLines(site.output())}\n`);
      await site.stop();
    }
  }
  finish();
}

/** Serves the build on demo data of its own: what the flows of one browser write, those of the other never see. */
async function startSite() {
  const port = await probePort({ host: '127.0.0.1', port: 0 });
  const env = testVariables(temporaryDirectory(), port);
  await setUpDatabase(readEnvironment(env));
  return { ...(await startProductionServer(env)), url: `http://127.0.0.1:${port}` };
}
