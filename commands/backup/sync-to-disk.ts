// @ts-check
import fs from 'node:fs';

/** Waits until what was written to a file or folder is on the disk. @param {string} place */
export function syncToDisk(place) {
  const handle = fs.openSync(place, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
