// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { syncToDisk } from './sync-to-disk';

/**
 * Lets a database that nobody uses stand under another name too, all of it, and leaves nothing beside the first name
 * that SQLite would take for a part of the file that is to be put there.
 *
 * @param {string} database absolute path, perhaps of nothing
 * @param {string} aside of nothing yet
 * @returns {string | null} `aside`, unless there was nothing
 */
export function moveAside(database, aside) {
  const parts = ['', '-wal', '-shm', '-journal'].filter((suffix) => fs.existsSync(database + suffix));
  if (parts.length === 0) return null;
  if (parts.length === 1 && parts[0] === '') {
    fs.linkSync(database, aside);
    return aside;
  }
  // Copied: once its -wal is gone, a start after a crash would write to a file that a link shares.
  for (const suffix of parts) {
    fs.copyFileSync(database + suffix, aside + suffix, fs.constants.COPYFILE_EXCL);
    syncToDisk(aside + suffix);
  }
  syncToDisk(path.dirname(aside));
  for (const suffix of parts) if (suffix !== '') fs.rmSync(database + suffix);
  return aside;
}
