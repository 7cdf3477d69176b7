// @ts-check
// Keep this file free of newer syntax and imports: an old Node must be able to run it.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runForThis } from './child-of-launcher.mjs';

const source = path.dirname(fileURLToPath(import.meta.url));

/** The checkout's own Nodes, a folder for each version of the lock file. */
const pinnedNodes = path.join(path.dirname(path.dirname(source)), '.node');

const lock = () => fs.readFileSync(path.join(source, 'package-lock.json'), 'utf8');

/** The folder of the Node that the lock file pins. */
const pinnedFolder = () =>
  path.join(pinnedNodes, createHash('sha256').update(lock()).digest('hex').slice(0, 12));

/** Whether this process runs on a Node of the checkout. */
export const isCheckoutsOwn = () => process.execPath.startsWith(pinnedNodes + path.sep);

/** Whether this process runs on a Node of the checkout that the lock file no longer pins. */
export const isOutdated = () => isCheckoutsOwn() && !process.execPath.startsWith(pinnedFolder() + path.sep);

/**
 * The Node that this folder's package.json pins, in the checkout: npm gets it if it isn't there.
 *
 * @returns {Promise<string>} the path of its program
 * @throws {Error} a message for the person at the terminal
 */
export async function pinnedNode() {
  const folder = pinnedFolder();
  return programIn(folder) || (await getInto(folder));
}

/** Removes the Nodes that the lock file no longer pins, and incomplete ones. */
export function removeOtherNodes() {
  const pinned = path.basename(pinnedFolder());
  for (const name of fs.readdirSync(pinnedNodes)) if (name !== pinned && !isUnderWay(name)) remove(name);
}

/** @param {string} name */
const remove = (name) => fs.rmSync(path.join(pinnedNodes, name), { recursive: true, force: true });

/** Whether a process that still runs is filling the folder. @param {string} name ends with its id */
function isUnderWay(name) {
  const pid = Number(path.extname(name).slice(1));
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** @param {string} folder */
function programIn(folder) {
  const modules = path.join(folder, 'node_modules');
  const names = fs.existsSync(modules) ? fs.readdirSync(modules) : [];
  return names.map((name) => path.join(modules, name, 'bin', 'node')).find((file) => fs.existsSync(file));
}

/** @throws {Error} if no package of the lock file is for this machine */
function checkMachine() {
  const { platform, arch } = process;
  const packages = Object.values(JSON.parse(lock()).packages);
  if (!packages.some(({ os, cpu }) => os === platform && cpu === arch))
    throw new Error(`The project pins no Node for ${platform} on ${arch}.`);
}

/**
 * Fills a temporary folder next to it first, so that it is complete even if another command does the same.
 *
 * @param {string} folder
 * @returns {Promise<string>} the path of its program
 */
async function getInto(folder) {
  checkMachine();
  const unfinished = `${folder}.${process.pid}`;
  fs.mkdirSync(unfinished, { recursive: true });
  try {
    for (const name of ['package.json', 'package-lock.json'])
      fs.copyFileSync(path.join(source, name), path.join(unfinished, name));
    // The packages are optional, so npm ends well without one of them; at this level it prints what it couldn't fetch.
    const args = 'ci --no-audit --no-fund --ignore-scripts --include=optional --loglevel=http'.split(' ');
    const npm = await runForThis('npm', args, { cwd: unfinished });
    const program = programIn(unfinished);
    if (npm.code !== 0 || !program)
      throw new Error(`npm couldn't get the pinned Node.\n${npm.output}`.trim());
    const tried = await runForThis(program, ['--version'], {});
    if (tried.code !== 0)
      throw new Error(
        `The pinned Node doesn't run here${isMusl() ? ': it needs glibc, and this system has musl' : ''}.\n${tried.output}`.trim(),
      );
    try {
      fs.rmSync(folder, { recursive: true, force: true });
      fs.renameSync(unfinished, folder);
    } catch (error) {
      // Another command was faster.
      if (!programIn(folder)) throw error;
    }
    return /** @type {string} */ (programIn(folder));
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
}

const isMusl = () => fs.existsSync('/etc/alpine-release');
