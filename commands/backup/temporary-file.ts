// @ts-check
import fs from 'node:fs';

/**
 * Makes a file for work that fills it and gives it another name, and then removes what still has this name, with what
 * SQLite keeps next to it: also if the process exits meanwhile, as it does when a command is asked to end.
 *
 * @template T
 * @param {string} file absolute path of nothing yet; only this user can read it
 * @param {() => Promise<T>} work must not make the file: what is under way at the exit would make it again
 * @returns {Promise<T>}
 * @throws {NodeJS.ErrnoException} if the file can't be made
 */
export async function withTemporaryFile(file, work) {
  fs.closeSync(fs.openSync(file, 'wx', 0o600));
  const remove = () => {
    for (const suffix of ['', '-wal', '-shm', '-journal']) fs.rmSync(file + suffix, { force: true });
  };
  process.once('exit', remove);
  try {
    return await work();
  } finally {
    process.off('exit', remove);
    remove();
  }
}
