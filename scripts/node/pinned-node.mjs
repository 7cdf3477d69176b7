// @ts-check
// Keep this file free of newer syntax and imports: an old Node must be able to run it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const source = path.dirname(fileURLToPath(import.meta.url));

/** Where the checkout has its own Node, a folder for each version of the lock file. */
export const pinnedNodes = path.join(path.dirname(path.dirname(source)), '.node');

/**
 * The Node that this folder's package.json pins, in the checkout: npm gets it if it isn't there.
 *
 * @returns {string} the path of its program
 * @throws {Error} a message for the person at the terminal
 */
export function pinnedNode() {
  const lock = fs.readFileSync(path.join(source, 'package-lock.json'));
  const folder = path.join(pinnedNodes, createHash('sha256').update(lock).digest('hex').slice(0, 12));
  if (!programIn(folder)) getInto(folder);
  const program = programIn(folder);
  if (program) return program;
  throw new Error(
    `The npm registry has no Node for ${process.platform} on ${process.arch} that this project knows.`,
  );
}

/** @param {string} folder */
function programIn(folder) {
  const modules = path.join(folder, 'node_modules');
  const names = fs.existsSync(modules) ? fs.readdirSync(modules) : [];
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  return names.map((name) => path.join(modules, name, 'bin', program)).find((file) => fs.existsSync(file));
}

/**
 * Beside the folder first: it is whole, even if this command is ended, or another one starts meanwhile.
 *
 * @param {string} folder
 */
function getInto(folder) {
  const unfinished = `${folder}.${process.pid}`;
  fs.mkdirSync(unfinished, { recursive: true });
  try {
    for (const name of ['package.json', 'package-lock.json'])
      fs.copyFileSync(path.join(source, name), path.join(unfinished, name));
    const { status, stdout, stderr, error } = spawnSync(
      'npm ci --no-audit --no-fund --ignore-scripts --include=optional',
      { cwd: unfinished, shell: true, encoding: 'utf8' },
    );
    if (status !== 0)
      throw new Error(`npm could not get it.\n${error ?? ''}${stdout ?? ''}${stderr ?? ''}`.trim());
    try {
      fs.renameSync(unfinished, folder);
    } catch (error) {
      if (!programIn(folder)) throw error;
    }
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
}
