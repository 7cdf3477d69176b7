// @ts-check
import fs from 'node:fs';
import { Stop } from '@/scripts/console/stop.mjs';

/**
 * @param {number} needed files that one process must be able to hold open
 * @throws {Stop} that says how to allow it; Node has raised its own limit as far as it may by then
 */
export function requireOpenFiles(needed) {
  const limits = '/proc/self/limits';
  if (!fs.existsSync(limits)) return;
  const allowed = /^Max open files\s+(\d+)/m.exec(fs.readFileSync(limits, 'utf8'))?.[1];
  if (allowed !== undefined && Number(allowed) < needed)
    throw new Stop(
      `A process may hold ${allowed} files open here, and ${needed} are needed. Run ulimit -n ${needed} first.`,
    );
}
