// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { runChild } from '../console/child.mjs';
import { Stop } from '../console/stop.mjs';
import { root } from '../project.mjs';
import { fingerprint, stamp } from './fingerprint.mjs';
import { runTool } from './run-tool.mjs';
import { stampedStep } from './stamped-step.mjs';

const modules = path.join(root, 'node_modules');
const nativeModule = path.join(modules, 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node');
const stampFile = path.join(modules, '.switchyard-install');

const readJson = (/** @type {string} */ file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/** The packages depend on the lock file and on Node, for which better-sqlite3 is compiled; not on the scripts section. */
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

/**
 * Tries it in a new process: a damaged module ends the process, and this one would keep a module that npm replaces.
 *
 * @returns {Promise<boolean>} whether the native module is there and runs on this Node
 */
async function nativeModuleLoads() {
  const load = `new (require('better-sqlite3'))(':memory:')`;
  return (await runChild(process.execPath, ['-e', load])).code === 0;
}

/**
 * npm may have built it for another Node since the stamp was written, by hand.
 *
 * @returns {Promise<boolean>} whether it loads; tried only if it has changed since it last did
 */
async function stillLoads() {
  const built = fs.statSync(nativeModule, { throwIfNoEntry: false });
  if (built && built.ctimeMs <= fs.statSync(stampFile).mtimeMs) return true;
  if (!(await nativeModuleLoads())) return false;
  fs.utimesSync(stampFile, new Date(), new Date());
  return true;
}

/** @returns {Promise<boolean>} whether `npm ci` was run by hand: npm's own record matches and the native module loads */
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
  return same && (await nativeModuleLoads());
}

async function installFromLockFile() {
  // npm, and the scripts that it runs, take the first Node on the PATH.
  const folders = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter);
  // In a shell with NODE_ENV=production npm would leave out what builds the site.
  await runTool('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    env: { PATH: folders },
    advice: 'npm ci failed; the lines above say why. Correct that and run the command again.',
    known: [
      [
        /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|network/i,
        'The npm registry could not be reached. Check the connection, the proxy and `npm config get registry`, and run the command again.',
      ],
      [/EUSAGE/, 'package.json and package-lock.json disagree. Run `npm install`, and commit the lock file.'],
      [
        /gyp ERR!/,
        'better-sqlite3 could not be compiled. Install python3, make and a C++ compiler, and run the command again.',
      ],
    ],
  });
  if (!(await nativeModuleLoads()))
    throw new Stop(
      `npm ci has run, and better-sqlite3 still does not load in Node ${process.versions.node}. Run \`npm rebuild better-sqlite3\` with this Node to see why.`,
    );
}

/** Installs the dependencies from the lock file, if that isn't done for this Node. @throws {Stop} */
export async function install() {
  if (await alreadyInstalled()) stamp(stampFile).write(installFingerprint());
  await stampedStep({
    name: 'install',
    doing: 'installing dependencies from the lock file',
    done: 'dependencies installed from the lock file',
    stampFile,
    fingerprint: installFingerprint,
    present: stillLoads,
    work: installFromLockFile,
  });
}
