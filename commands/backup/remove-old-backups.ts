// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { isSameFile } from '@/lib/config/database-file';
import { backupName } from './read-arguments';

/**
 * Removes all but the newest backups of a folder. Files named otherwise are not looked at, nor is the database itself,
 * which may have the name of a backup.
 * @param {string} folder @param {{ keep: number, database: string }} options `database`: absolute path
 * @returns {string[]} the names removed, oldest first
 */
export function removeOldBackups(folder, { keep, database }) {
  const names = fs
    .readdirSync(folder)
    .filter((name) => backupName.test(name) && !isSameFile(path.join(folder, name), database))
    .sort();
  const old = names.slice(0, -keep);
  for (const name of old) fs.rmSync(path.join(folder, name));
  return old;
}
