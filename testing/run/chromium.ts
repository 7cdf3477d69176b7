import fs from 'node:fs';
import { runChild } from '@/scripts/console/child.mjs';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { installedChromium, onPath } from './installed-programs';

/**
 * The browser of this machine, absolute.
 * @param chosen CHROMIUM_PATH
 * @throws Stop if the chosen one is missing
 */
export function findChromium(chosen: string | undefined): string | undefined {
  if (!chosen) return installedChromium();
  if (!fs.existsSync(chosen))
    throw new Stop(`CHROMIUM_PATH names ${chosen}, which is not there. Correct it or leave it out.`);
  return chosen;
}

/** The one that `npx playwright install` downloaded. */
async function playwrightsOwn(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return fs.existsSync(file) ? file : undefined;
}

/** Debian's, which is installed now if this user may. */
async function debians(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !onPath(['apt-get'])) return undefined;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', 'chromium', 'chromium-headless-shell'];
  const fetchAndInstall = async () => {
    const installed = await runChild('apt-get', install, { env });
    if (installed.code === 0) return;
    await runChild('apt-get', ['update'], { env });
    await runChild('apt-get', install, { env });
  };
  await step('browser', 'installing Chromium with apt-get', fetchAndInstall, () => ({
    text: 'Chromium installed with apt-get',
  }));
  return installedChromium();
}

/**
 * A browser for the tests, absolute; installs one if it can.
 * @param chosen CHROMIUM_PATH, may be empty
 * @throws Stop if there is none and none can be installed
 */
export async function requireChromium(chosen: string): Promise<string> {
  const found = findChromium(chosen) ?? (await playwrightsOwn()) ?? (await debians());
  if (!found)
    throw new Stop(
      'The browser tests need Chromium. Install it (apt-get install chromium, or npx playwright install chromium), or name one in CHROMIUM_PATH.',
    );
  return found;
}
