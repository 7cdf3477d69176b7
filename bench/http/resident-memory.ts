import fs from 'node:fs';
import { runChild } from '@/scripts/console/child.mjs';

const SAMPLE_EVERY = 500; // milliseconds

/** The memory that a process holds, in MB (10^6 bytes). */
export async function residentMemory(pid: number): Promise<number> {
  const status = `/proc/${pid}/status`;
  const kibibytes = fs.existsSync(status)
    ? /^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(status, 'utf8'))?.[1]
    : (await runChild('ps', ['-o', 'rss=', '-p', String(pid)])).output.trim();
  return (Number(kibibytes) * 1024) / 1e6;
}

/**
 * Samples the memory of a process twice a second until it is stopped; the first sample is taken at once.
 *
 * @returns a function that stops and returns the samples in MB
 */
export async function sampleMemory(pid: number): Promise<() => number[]> {
  const samples = [await residentMemory(pid)];
  const timer = setInterval(async () => {
    samples.push(await residentMemory(pid));
  }, SAMPLE_EVERY);
  return () => {
    clearInterval(timer);
    return samples;
  };
}
