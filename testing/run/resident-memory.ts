import fs from 'node:fs';
import { runChild } from '@/scripts/console/child.mjs';

const SAMPLE_EVERY = 500; // milliseconds

/** The memory that a process holds, in MB (10^6 bytes); NaN once it has ended. */
export async function residentMemory(pid: number): Promise<number> {
  const status = textOf(`/proc/${pid}/status`);
  const kibibytes = status
    ? /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
    : (await runChild('ps', ['-o', 'rss=', '-p', String(pid)])).output.trim();
  return kibibytes ? (Number(kibibytes) * 1024) / 1e6 : Number.NaN;
}

/** The memory that a process's children hold together, in MB. Only Linux lists children; elsewhere it is 0. */
export async function memoryOfChildren(pid: number): Promise<number> {
  const children = textOf(`/proc/${pid}/task/${pid}/children`).match(/\d+/g) ?? [];
  const held = await Promise.all(children.map((child) => residentMemory(Number(child))));
  return held.reduce((sum, megabytes) => sum + (megabytes || 0), 0);
}

/** Empty for a file that isn't there, or no longer. */
function textOf(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Samples the memory of a process until it is stopped; the first sample is taken at once.
 *
 * @param memoryOf the process to sample
 * @param every milliseconds between two samples
 * @returns a function that stops and returns the samples in MB
 */
export async function sampleMemory(
  pid: number,
  memoryOf = residentMemory,
  every = SAMPLE_EVERY,
): Promise<() => number[]> {
  const samples = [await memoryOf(pid)];
  const timer = setInterval(async () => {
    samples.push(await memoryOf(pid));
  }, every);
  return () => {
    clearInterval(timer);
    return samples.filter((sample) => !Number.isNaN(sample));
  };
}
