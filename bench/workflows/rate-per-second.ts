/** How long (ms) work runs before it is counted: child processes start from their sources within two seconds. */
const WARM_UP = 3_000;

/**
 * Does work again and again in so many lanes at once, in each one after another.
 *
 * @param work once, in the lane of this number
 * @returns how often per second it was done, after a time that isn't counted
 */
export async function ratePerSecond(
  lanes: number,
  seconds: number,
  work: (lane: number) => Promise<unknown>,
): Promise<number> {
  const from = performance.now() + WARM_UP;
  const until = from + seconds * 1000;
  let count = 0;
  const repeat = async (lane: number) => {
    while (performance.now() < until) {
      await work(lane);
      const now = performance.now();
      if (now >= from && now < until) count += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => repeat(lane)));
  return count / seconds;
}
