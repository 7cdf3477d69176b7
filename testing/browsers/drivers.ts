import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Stop } from '@/scripts/console/stop.mjs';
import { root } from '@/scripts/project.mjs';
import { fingerprint } from '@/scripts/setup/fingerprint.mjs';
import { runTool } from '@/scripts/setup/run-tool.mjs';
import { stampedStep } from '@/scripts/setup/stamped-step.mjs';
import { installDebianPackages } from '@/testing/run/debian-packages';
import { onPath } from '@/testing/run/installed-programs';

const folder = path.join('testing', 'browsers');
const modules = path.join(root, folder, 'node_modules');
const debianPackages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];

/** Programs of this machine, absolute. */
export interface Programs {
  firefox: string;
  webkitDriver: string;
  /** The small browser that comes with WebKitGTK's library. */
  miniBrowser: string;
  /** The screen for MiniBrowser, which has no headless mode. */
  xvfb: string;
}

/** Loads a package of this folder's own tree, which type checks and the site never see. */
export const loadPackage = createRequire(path.join(root, folder, 'package.json'));

/** The script that finds elements by role and name, to run in pages. */
export const testingLibrary = (): string =>
  fs.readFileSync(loadPackage.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'), 'utf8');

/** Installs the drivers' packages from their own lock file, if that isn't done. */
export const installPackages = (): Promise<void> =>
  stampedStep({
    name: 'install',
    doing: 'installing the drivers of Firefox and WebKit',
    done: 'drivers of Firefox and WebKit installed',
    stampFile: path.join(modules, '.switchyard-install'),
    fingerprint: () =>
      fingerprint([path.join(folder, 'package.json'), path.join(folder, 'package-lock.json')], []),
    present: () => fs.existsSync(path.join(modules, 'selenium-webdriver')),
    work: async () => {
      await runTool('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], {
        advice: "The drivers couldn't be installed; the lines above say why.",
      });
    },
  });

/**
 * The browsers of this machine; installs them if it can.
 *
 * @throws Stop with what to install
 */
export async function requireBrowsers(): Promise<Programs> {
  if (!findBrowsers()) await installDebianPackages('browser', 'Firefox and WebKit', debianPackages);
  const found = findBrowsers();
  if (!found)
    throw new Stop(
      `npm run test:browsers needs Firefox, WebKitGTK's MiniBrowser with its driver, and Xvfb. On Debian, run: apt-get install ${debianPackages.join(' ')}`,
    );
  return found;
}

function findBrowsers(): Programs | undefined {
  const firefox = onPath(['firefox-esr', 'firefox']);
  const webkitDriver = onPath(['WebKitWebDriver']);
  const xvfb = onPath(['Xvfb']);
  // /usr/lib, or the folder of the machine's architecture in it.
  const miniBrowser = ['.', ...fs.readdirSync('/usr/lib')]
    .map((name) => path.join('/usr/lib', name, 'webkit2gtk-4.1', 'MiniBrowser'))
    .find((file) => fs.existsSync(file));
  return firefox && webkitDriver && miniBrowser && xvfb
    ? { firefox, webkitDriver, miniBrowser, xvfb }
    : undefined;
}
