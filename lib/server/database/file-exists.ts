// @ts-check
import fs from 'node:fs';
import { Stop } from '@/scripts/console/stop.mjs';

/**
 * Refuses a folder, a device or a pipe, too: opening a pipe waits for its other end, and no signal ends that.
 *
 * @param {string} place absolute path
 * @returns {boolean} whether a file is there
 * @throws {Stop} if something else is there, or nobody can tell
 */
export function fileExists(place) {
  try {
    if (fs.statSync(place).isFile()) return true;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw new Stop(`${place} can't be opened (${code}). Name another file.`);
  }
  throw new Stop(`${place} isn't a file. Name another one.`);
}
