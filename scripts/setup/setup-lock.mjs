// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from '../console/step.mjs';
import { runDirectory } from '../project.mjs';
import { openRunDirectory } from '../run-directory.mjs';
import { isRunning } from '../server/server-record.mjs';

const file = path.join(runDirectory, 'setup.lock');
const own = String(process.pid);

const holder = () => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** @returns {Promise<boolean>} whether this process holds the lock now */
async function take() {
  try {
    fs.writeFileSync(file, own, { flag: 'wx' });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    const pid = holder();
    if (pid !== '' && !isRunning(Number(pid))) fs.rmSync(file, { force: true });
    return false;
  }
  // Another process may have judged the file before this one stale and removed ours instead: look again.
  await delay(50);
  return holder() === own;
}

/**
 * Runs work that two commands in one checkout must not do at once; the second waits, and then finds it done.
 * A lock whose process is gone is taken over.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work) {
  if (!openRunDirectory()) return work();
  const release = () => {
    if (holder() === own) fs.rmSync(file, { force: true });
  };
  for (let told = false; !(await take()); await delay(200)) {
    const pid = holder();
    if (!told && pid !== '' && isRunning(Number(pid))) {
      say(
        'wait',
        `process ${pid} is preparing this checkout (if there is no such command, delete data/run/setup.lock)`,
      );
      told = true;
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
