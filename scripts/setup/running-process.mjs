// @ts-check
import fs from 'node:fs';

/**
 * When a process started, in the kernel's ticks: it distinguishes two processes that had the same number.
 *
 * @param {number} pid
 * @returns {string | null} null if the system doesn't say, which only Linux does
 */
export function processStart(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc(5): field 22; the second field, a name in parentheses, may contain spaces and parentheses.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/**
 * @param {number} pid
 * @param {string | null} [start] when the expected process started, if that is known
 * @returns {boolean} whether the process runs
 */
export function isRunning(pid, start) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return false;
  }
  const actual = processStart(pid);
  return !start || !actual || start === actual;
}
