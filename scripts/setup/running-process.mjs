// @ts-check
import fs from 'node:fs';

/**
 * When a process started, in the kernel's ticks: a number that comes again is another process then.
 *
 * @param {number} pid
 * @returns {string | null} null where nothing tells, as beside Linux
 */
export function processStart(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc(5): field 22, of which the second, a name in brackets, may hold anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/**
 * @param {number} pid
 * @param {string | null} [start] of the process that is meant, where that is known
 * @returns {boolean} whether the process runs
 */
export function isRunning(pid, start) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return false;
  }
  const present = processStart(pid);
  return !start || !present || start === present;
}
