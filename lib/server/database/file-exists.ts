import fs from 'node:fs';
import { Stop } from '@/scripts/console/stop.mjs';

/**
 * Whether there is a file. Refuses folders, devices and pipes: opening a pipe waits for its other end, and no signal
 * interrupts that.
 *
 * @param place absolute path
 * @throws Stop if there is something else, or it can't be looked at
 */
export function fileExists(place: string): boolean {
  try {
    if (fs.statSync(place).isFile()) return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw new Stop(`${place} can't be opened (${code}). Name another file.`);
  }
  throw new Stop(`${place} isn't a file. Name another one.`);
}
