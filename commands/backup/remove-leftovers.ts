// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { isRunning } from '@/scripts/setup/running-process.mjs';

/**
 * Removes what a backup or restore that was killed left half written.
 * @param {string} folder
 * @param {'part' | 'restoring'} kind what stands in the names, before the process that wrote them
 */
export function removeLeftovers(folder, kind) {
  const leftover = new RegExp(`\\.db\\.${kind}-(\\d+)(-wal|-shm|-journal)?$`);
  for (const name of fs.readdirSync(folder)) {
    const pid = leftover.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) fs.rmSync(path.join(folder, name), { force: true });
  }
}
