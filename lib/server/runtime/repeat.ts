/**
 * Does something again and again while a server runs, and never twice at once: while it still runs, no other is begun.
 *
 * @param every how many milliseconds
 * @param task never throws
 * @returns ends it, after the one under way
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
