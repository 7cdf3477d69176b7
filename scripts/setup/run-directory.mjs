// @ts-check
import fs from 'node:fs';
import { runDirectory } from '../project.mjs';
import { makeFolder } from './make-folder.mjs';

/**
 * Makes the folder for what commands leave word of.
 *
 * @returns {boolean} false where this user may not write the checkout, as in a container: then nothing can be prepared
 *   or built under a server either, and no word is needed
 * @throws what else the file system says
 */
export function openRunDirectory(directory = runDirectory) {
  try {
    makeFolder(directory);
    fs.accessSync(directory, fs.constants.W_OK);
    return true;
  } catch (error) {
    if (/^(EROFS|EACCES|EPERM)$/.test(String(/** @type {NodeJS.ErrnoException} */ (error).code)))
      return false;
    throw error;
  }
}
