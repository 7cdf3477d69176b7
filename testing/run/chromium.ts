import fs from 'node:fs';
import { Stop } from '@/scripts/console/stop.mjs';
import { installDebianPackages } from './debian-packages';
import { installedChromium } from './installed-programs';

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

/** Playwright's own, from `npx playwright install`. */
async function playwrightsOwn(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return fs.existsSync(file) ? file : undefined;
}

/** Debian's, which is installed now if this user may. */
async function debians(): Promise<string | undefined> {
  await installDebianPackages('browser', 'Chromium', ['chromium', 'chromium-headless-shell']);
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
