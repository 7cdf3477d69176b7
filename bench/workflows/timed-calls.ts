import { setTimeout as delay } from 'node:timers/promises';

/**
 * Makes calls by the clock, so that a slow one doesn't hide how long others would have waited.
 *
 * @param count of the calls
 * @param perSecond how many begin in a second
 * @returns the milliseconds of each, from the moment at which it was to begin
 */
export async function callByClock(
  { count, perSecond }: { count: number; perSecond: number },
  call: (index: number) => Promise<unknown>,
): Promise<number[]> {
  const start = performance.now();
  const waits: Promise<number>[] = [];
  for (let index = 0; index < count; index += 1) {
    const due = start + (index * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await delay(early);
    waits.push(call(index).then(() => performance.now() - due));
  }
  return Promise.all(waits);
}

/** The wait that 99 of 100 calls don't pass. */
export const p99 = (waits: readonly number[]): number =>
  [...waits].sort((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? Number.NaN;
