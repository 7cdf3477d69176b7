// @ts-check
import fs from 'node:fs';
import { runChild } from '@/scripts/console/child.mjs';

/** @param {number} pid @returns {Promise<number>} the memory the process holds, in MB (10^6 bytes) */
export async function residentMemory(pid) {
  const status = `/proc/${pid}/status`;
  const kibibytes = fs.existsSync(status)
    ? /^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(status, 'utf8'))?.[1]
    : (await runChild('ps', ['-o', 'rss=', '-p', String(pid)])).output.trim();
  return (Number(kibibytes) * 1024) / 1e6;
}
