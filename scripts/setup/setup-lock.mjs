// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from '../console/step.mjs';
import { runDirectory } from '../project.mjs';
import { openRunDirectory } from './make-folder.mjs';
import { isRunning, processStart } from './running-process.mjs';

/** How long (ms) a process may take between making the lock and writing its number into it. */
const WRITTEN_WITHIN = 2_000;

const own = `${process.pid} ${processStart(process.pid) ?? ''}`;

/** @param {string} file @returns {string} the text of the lock; empty if there is none, or it is being written */
const holder = (file) => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** @param {string} file @returns {number | null} the process that holds the lock; null if it is gone */
function holdingProcess(file) {
  const [pid, start] = holder(file).split(' ');
  return isRunning(Number(pid), start) ? Number(pid) : null;
}

/** @param {string} file @returns {boolean} */
function isBeingWritten(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return !stat || (stat.size === 0 && Math.abs(Date.now() - stat.mtimeMs) < WRITTEN_WITHIN);
}

/** @param {string} file @returns {Promise<boolean>} whether this process holds the lock now */
async function take(file) {
  try {
    fs.writeFileSync(file, own, { flag: 'wx' });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    if (!isBeingWritten(file) && holdingProcess(file) === null) fs.rmSync(file, { force: true });
    return false;
  }
  // Another process may have judged the file before this one stale and removed ours instead: look again.
  await delay(50);
  return holder(file) === own;
}

/**
 * Runs work that two commands in one checkout mustn't do at once; the second waits, and then finds it done. A lock
 * whose process is gone is taken over.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work, directory = runDirectory) {
  if (!openRunDirectory(directory)) return work();
  const file = path.join(directory, 'setup.lock');
  const release = () => {
    if (holder(file) === own) fs.rmSync(file, { force: true });
  };
  for (let announced = false; !(await take(file)); await delay(200)) {
    const pid = holdingProcess(file);
    if (!announced && pid !== null) {
      say(
        'wait',
        `process ${pid} is preparing this checkout (if there is no such command, delete data/run/setup.lock)`,
      );
      announced = true;
    }
  }
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
