import fs from 'node:fs';
import path from 'node:path';
import { isRunning } from '@/scripts/setup/running-process.mjs';

/**
 * Creates a file, which `work` fills and renames. Afterwards, or if the process exits early (Ctrl-C), removes any
 * file that still has this name, and SQLite's files next to it.
 *
 * @param file absolute path that doesn't exist yet; only this user can read it
 * @param work mustn't create the file: at an exit, unfinished work would create it again
 * @throws ErrnoException if the file can't be made
 */
export async function withTemporaryFile<T>(file: string, work: () => Promise<T>): Promise<T> {
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

/**
 * Removes the temporary files of backups or restores that were killed.
 * @param kind the part of their names before the number of their process
 */
export function removeLeftovers(folder: string, kind: 'part' | 'restoring'): void {
  const leftover = new RegExp(`\\.db\\.${kind}-(\\d+)(-wal|-shm|-journal)?$`);
  for (const name of fs.readdirSync(folder)) {
    const pid = leftover.exec(name)?.[1];
    // In a container, an earlier process had the number of this one.
    if (pid && (Number(pid) === process.pid || !isRunning(Number(pid))))
      fs.rmSync(path.join(folder, name), { force: true });
  }
}

/** Waits until what was written to a file or folder is on the disk. */
export function syncToDisk(place: string): void {
  const handle = fs.openSync(place, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
