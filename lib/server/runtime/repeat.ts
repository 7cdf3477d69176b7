/**
 * Runs a task repeatedly while a server runs. Runs don't overlap: while one is under way, no other begins.
 *
 * @param every how many milliseconds
 * @param task never throws
 * @returns stops it, after the run under way
 */
export function repeat(every: number, task: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  const timer = setInterval(() => {
    underWay ??= task().finally(() => {
      underWay = undefined;
    });
  }, every);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}
