import { expect } from 'vitest';

/** Twice the input takes twice the processor time, four times if it is quadratic. */
const MOST_RATIO = 3.2;
/** Shorter times (ms) say nothing. */
const LEAST_MS = 100;
const ATTEMPTS = 4;

/**
 * Expects the time of some work to grow with its input alone. It compares processor times, so a busy machine doesn't
 * fail it. The least ratio of several attempts counts, because a disturbance only ever makes one longer.
 * @param length of an input for which a quadratic time is far longer than `LEAST_MS`
 */
export async function expectLinear<Input>(
  length: number,
  make: (length: number) => Input,
  run: (input: Input) => unknown,
): Promise<void> {
  const inputs = [make(length), make(2 * length)] as const;
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least > MOST_RATIO; attempt += 1) {
    const once = await processorTimeOf(() => run(inputs[0]));
    const twice = await processorTimeOf(() => run(inputs[1]));
    least = Math.min(least, twice < LEAST_MS ? 0 : twice / once);
  }
  expect(least).toBeLessThan(MOST_RATIO);
}

/** @returns milliseconds */
async function processorTimeOf(work: () => unknown): Promise<number> {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}
