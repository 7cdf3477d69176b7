// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { runDirectory } from '../project.mjs';

/**
 * Makes a folder and its missing parents. Node's own `recursive` never returns if a file system reports ENOENT for a
 * folder in an existing one, as /proc does. No signal ends that loop.
 *
 * @param {string} folder absolute path
 * @param {number} [mode] of the new folders
 * @throws {NodeJS.ErrnoException} if one of them can't be made
 */
export function makeFolder(folder, mode = 0o777) {
  if (isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    fs.mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it since then.
    if (!isFolder(folder)) throw error;
  }
}

/** @param {string} place */
const isFolder = (place) => fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes the folder in which commands keep their state.
 *
 * @returns {boolean} false if this user can't write the checkout, as in a container. Then nothing can be prepared or
 *   built under a server either, and no state is needed.
 * @throws any other failure of the file system
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
