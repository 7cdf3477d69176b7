// @ts-check
import fs from 'node:fs';
import { runDirectory } from './project.mjs';

/**
 * Makes the folder for what commands leave word of.
 *
 * @returns {boolean} false where this user may not write the checkout, as in a container: then nothing can be prepared
 *   or built under a server either, and no word is needed
 * @throws what else the file system says
 */
export function openRunDirectory(directory = runDirectory) {
  try {
    fs.mkdirSync(directory, { recursive: true });
    fs.accessSync(directory, fs.constants.W_OK);
    return true;
  } catch (error) {
    // ENOENT is what Node says of a folder within a folder on a read-only file system.
    if (/^(EROFS|EACCES|EPERM|ENOENT)$/.test(String(/** @type {NodeJS.ErrnoException} */ (error).code)))
      return false;
    throw error;
  }
}
