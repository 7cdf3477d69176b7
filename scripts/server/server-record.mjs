// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { runDirectory } from '../project.mjs';
import { openRunDirectory } from '../run-directory.mjs';

/** @typedef {{ pid: number, port: number }} ServerRecord */

/** @param {number} pid @returns {boolean} whether the process runs */
export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Leaves word, until this process ends, that it serves the build of this checkout, where it may be written.
 * @param {number} port
 */
export function recordServer(port) {
  const file = path.join(runDirectory, `server-${process.pid}.json`);
  if (!openRunDirectory()) return;
  fs.writeFileSync(file, JSON.stringify({ pid: process.pid, port }));
  process.once('exit', () => fs.rmSync(file, { force: true }));
}

/** @returns {ServerRecord[]} the production servers of this checkout; records of dead ones are removed */
export function runningServers() {
  if (!fs.existsSync(runDirectory)) return [];
  const files = fs.readdirSync(runDirectory).filter((name) => /^server-\d+\.json$/.test(name));
  return files.flatMap((name) => {
    const file = path.join(runDirectory, name);
    /** @type {ServerRecord} */
    const record = JSON.parse(fs.readFileSync(file, 'utf8'));
    if (isRunning(record.pid)) return [record];
    fs.rmSync(file, { force: true });
    return [];
  });
}
