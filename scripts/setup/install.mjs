// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { say } from '../console/step.mjs';
import { isCheckoutsOwn, removeOtherNodes } from '../node/pinned-node.mjs';
import { root } from '../project.mjs';
import { runTool } from './run-tool.mjs';
import { fingerprint, isWritable, stamp, stampedStep } from './stamped-step.mjs';

const modules = path.join(root, 'node_modules');
const stampFile = path.join(modules, '.switchyard-install');

const readJson = (/** @type {string} */ file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/** The packages depend on the lock file and on the machine; not on the scripts section. */
const installFingerprint = () => {
  const { dependencies, devDependencies, overrides, allowScripts } = readJson(
    path.join(root, 'package.json'),
  );
  const machine = [process.platform, process.arch];
  return fingerprint(
    ['package-lock.json'],
    [dependencies, devDependencies, overrides, allowScripts, machine],
  );
};

/** Whether `npm ci` was run by hand: npm's own record matches. */
function alreadyInstalled() {
  const record = path.join(modules, '.package-lock.json');
  if (!fs.existsSync(record) || fs.existsSync(stampFile)) return false;
  const installed = readJson(record).packages;
  const wanted = Object.entries(readJson(path.join(root, 'package-lock.json')).packages);
  return wanted
    .filter(([place, { link, extraneous }]) => place.includes('node_modules') && !link && !extraneous)
    .every(([place, { version, optional }]) =>
      installed[place] ? installed[place].version === version : optional,
    );
}

async function installFromLockFile() {
  // npm, and the scripts that it runs, take the first Node on the PATH.
  const folders = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter);
  // In a shell with NODE_ENV=production npm would skip the packages that build the site.
  await runTool('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    env: { PATH: folders },
    advice: 'npm ci failed; the lines above say why. Correct that and run the command again.',
    known: [
      [
        /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|network/i,
        'The npm registry could not be reached. Check the connection, the proxy and `npm config get registry`, and run the command again.',
      ],
      [/EUSAGE/, 'package.json and package-lock.json disagree. Run `npm install`, and commit the lock file.'],
    ],
  });
}

/** `npx next dev` and the scripts of npm then run on the checkout's own Node, if an older one has started this. */
function linkPinnedNode() {
  if (!isCheckoutsOwn()) return;
  const link = path.join(modules, '.bin', 'node');
  if (fs.existsSync(link) && fs.realpathSync(link) === fs.realpathSync(process.execPath)) return;
  fs.rmSync(link, { force: true });
  fs.symlinkSync(path.relative(path.dirname(link), process.execPath), link);
  removeOtherNodes();
}

/** Installs the dependencies from the lock file, if that isn't done. @throws {Stop} */
export async function install() {
  if (alreadyInstalled()) {
    if (!isWritable(modules)) return say('install', 'up to date');
    stamp(stampFile).write(installFingerprint());
  }
  await stampedStep({
    name: 'install',
    doing: 'installing dependencies from the lock file',
    done: 'dependencies installed from the lock file',
    stampFile,
    fingerprint: installFingerprint,
    work: installFromLockFile,
    replaces: {
      folder: modules,
      missing: "The dependencies aren't those of package-lock.json",
      remedy: 'npm ci --include=dev',
    },
  });
  linkPinnedNode();
}
