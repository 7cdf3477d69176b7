import fs from 'node:fs';
import path from 'node:path';

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The first of these commands on the PATH, absolute. */
export function onPath(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => fs.existsSync(file));
}

/**
 * The Chromium of this machine. The shell is the same one without its windows: it loads pages in about two thirds of the
 * time.
 */
export const installedChromium = (): string | undefined => onPath(['chromium-headless-shell', ...browsers]);

/** The complete browser of this machine: the shell keeps no page in memory for Back. */
export const findBrowser = (): string | undefined => onPath(browsers);
