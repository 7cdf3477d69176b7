// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { runChild } from '@/scripts/console/child.mjs';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The shell loads pages in about two thirds of the browser's time: the same Chromium without what a window needs. */
const commands = ['chromium-headless-shell', ...browsers];

/** @param {string[]} names @returns {string | undefined} the first of these commands that is on the PATH */
function onPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => fs.existsSync(file));
}

/**
 * @param {string | undefined} chosen CHROMIUM_PATH
 * @returns {string | undefined} the browser of this machine, absolute
 * @throws {Stop} when the chosen one is missing
 */
export function findChromium(chosen) {
  if (!chosen) return onPath(commands);
  if (!fs.existsSync(chosen))
    throw new Stop(`CHROMIUM_PATH names ${chosen}, which is not there. Correct it or leave it out.`);
  return chosen;
}

/** @returns {string | undefined} the whole browser of this machine: the shell keeps no page in memory for Back */
export const findBrowser = () => onPath(browsers);

/** @returns {Promise<string | undefined>} the one that `npx playwright install` fetched */
async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return fs.existsSync(file) ? file : undefined;
}

/** @returns {Promise<string | undefined>} Debian's, installed now where this user may */
async function debians() {
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
  return onPath(commands);
}

/**
 * @param {string} chosen CHROMIUM_PATH, may be empty
 * @returns {Promise<string>} a browser for the tests, absolute
 * @throws {Stop} when there is none and none may be installed
 */
export async function requireChromium(chosen) {
  const found = findChromium(chosen) ?? (await playwrightsOwn()) ?? (await debians());
  if (!found)
    throw new Stop(
      'The browser tests need Chromium. Install it (apt-get install chromium, or npx playwright install chromium), or name one in CHROMIUM_PATH.',
    );
  return found;
}
