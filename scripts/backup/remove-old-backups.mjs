// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { backupName } from './read-arguments.mjs';

/**
 * Removes all but the newest backups of a folder. Files named otherwise are not looked at.
 * @param {string} folder @param {number} keep
 * @returns {string[]} the names removed, oldest first
 */
export function removeOldBackups(folder, keep) {
  const names = fs
    .readdirSync(folder)
    .filter((name) => backupName.test(name))
    .sort();
  const old = names.slice(0, -keep);
  for (const name of old) fs.rmSync(path.join(folder, name));
  return old;
}
