// @ts-check
import fs from 'node:fs';
import path from 'node:path';

/** @param {string} place absolute */
export function isWritable(place) {
  try {
    fs.accessSync(place, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * What must be writable to replace a folder: its parent, itself, and the folders in it, because one of them may belong to
 * another user.
 *
 * @param {string} folder absolute; perhaps missing
 * @returns {string[]} those that exist
 */
export function foldersOf(folder) {
  const parent = path.dirname(folder);
  if (!fs.existsSync(folder)) return fs.existsSync(parent) ? [parent] : foldersOf(parent);
  const inside = fs.readdirSync(folder, { withFileTypes: true });
  return [
    parent,
    folder,
    ...inside.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name)),
  ];
}

/** Who can write a place, for people. @param {string} place that exists */
export function ownerOf(place) {
  const { uid } = fs.statSync(place);
  if (uid === process.getuid?.()) return 'Somebody who can write the file system';
  return uid === 0 ? 'root' : `The user with the id ${uid}`;
}
