// @ts-check
import { residentMemory } from '@/bench/http/resident-memory';

const EVERY = 500; // milliseconds

/**
 * Watches the memory of a process until it is stopped.
 *
 * @param {number} pid
 * @returns {Promise<() => number[]>} stops, and gives the samples: MB, twice a second, the first of before
 */
export async function memorySamples(pid) {
  const samples = [await residentMemory(pid)];
  const timer = setInterval(async () => {
    samples.push(await residentMemory(pid));
  }, EVERY);
  return () => {
    clearInterval(timer);
    return samples;
  };
}
