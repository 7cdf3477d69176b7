import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE = 15_000; // milliseconds: far more than anything takes, on a busy machine too
const PAUSE = 50; // milliseconds

/**
 * Waits until a fact holds.
 *
 * @param fact a function whose value is truthy once it does
 * @param what a sentence that says the fact, or a function that returns it
 * @returns that value
 * @throws Error with the sentence if it doesn't hold in time
 */
export async function until<Value>(
  fact: () => Value | Promise<Value>,
  what: string | (() => string),
): Promise<Exclude<Value, false | null | undefined>> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const value = await fact();
    if (value) return value as Exclude<Value, false | null | undefined>;
    if (performance.now() > end)
      throw new Error(`This didn't become true: ${typeof what === 'string' ? what : what()}`);
    await delay(PAUSE);
  }
}
