// @ts-check
import fs from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and those above it that are missing. Node's own `recursive` never returns if a file system says ENOENT
 * for a folder that it can't make in one that exists, as /proc does, and no signal ends the loop.
 *
 * @param {string} folder absolute path
 * @param {number} [mode] of the folders that are made
 * @throws {NodeJS.ErrnoException} if one of them can't be made
 */
export function makeFolder(folder, mode = 0o777) {
  if (isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    fs.mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

/** @param {string} place */
const isFolder = (place) => fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
