// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { runChild } from '../console/child.mjs';
import { root } from '../project.mjs';
import { fingerprint, stamp } from './fingerprint.mjs';
import { runTool } from './run-tool.mjs';
import { stampedStep } from './stamped-step.mjs';

const modules = path.join(root, 'node_modules');
const stampFile = path.join(modules, '.switchyard-install');

const readJson = (/** @type {string} */ file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/** Packages hang on the lock file and on Node, for which better-sqlite3 is compiled; not on the scripts section. */
const installFingerprint = () => {
  const { dependencies, devDependencies, overrides, allowScripts } = readJson(
    path.join(root, 'package.json'),
  );
  const machine = [process.versions.modules, process.platform, process.arch];
  return fingerprint(
    ['package-lock.json', 'vendor'],
    [dependencies, devDependencies, overrides, allowScripts, machine],
  );
};

/** @returns {Promise<boolean>} whether somebody ran `npm ci` by hand: npm's own record matches and the native module loads */
async function alreadyInstalled() {
  const record = path.join(modules, '.package-lock.json');
  if (!fs.existsSync(record) || fs.existsSync(stampFile)) return false;
  const installed = readJson(record).packages;
  const wanted = Object.entries(readJson(path.join(root, 'package-lock.json')).packages);
  const same = wanted
    .filter(([place, { link, extraneous }]) => place.includes('node_modules') && !link && !extraneous)
    .every(([place, { version, optional }]) =>
      installed[place] ? installed[place].version === version : optional,
    );
  if (!same) return false;
  const load = `new (require('better-sqlite3'))(':memory:')`;
  return (await runChild(process.execPath, ['-e', load])).code === 0;
}

/** Installs the dependencies from the lock file, where that is not done. @throws {import('../console/stop.mjs').Stop} */
export async function install() {
  if (await alreadyInstalled()) stamp(stampFile).write(installFingerprint());
  await stampedStep({
    name: 'install',
    doing: 'installing dependencies from the lock file',
    done: 'dependencies installed from the lock file',
    stampFile,
    fingerprint: installFingerprint,
    work: async () => {
      // A shell that says NODE_ENV=production would leave out what builds the site.
      await runTool('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
        advice: 'npm ci failed; the lines above say why. Correct that and run the command again.',
        known: [
          [
            /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|network/i,
            'The npm registry could not be reached. Check the connection, the proxy and `npm config get registry`, and run the command again.',
          ],
          [
            /EUSAGE/,
            'package.json and package-lock.json disagree. Run `npm install`, and commit the lock file.',
          ],
          [
            /gyp ERR!/,
            'better-sqlite3 could not be compiled. Install python3, make and a C++ compiler, and run the command again.',
          ],
        ],
      });
    },
  });
}
