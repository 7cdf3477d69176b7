/**
 * The awaited outcome, and the most processor time (ms) that this process has used between two turns of its event loop.
 */
interface Watched<Outcome> {
  outcome: Outcome;
  longestTurn: number;
}

/**
 * Waits for an outcome, and measures how long this process computes without a pause until then. It measures processor
 * time, so that a busy machine doesn't count.
 */
export async function watchThread<Outcome>(outcome: Promise<Outcome>): Promise<Watched<Outcome>> {
  let latest = process.cpuUsage();
  let longest = 0;
  const turns = setInterval(() => {
    const { user, system } = process.cpuUsage(latest);
    longest = Math.max(longest, user + system);
    latest = process.cpuUsage();
  }, 5);
  try {
    return { outcome: await outcome, longestTurn: longest / 1_000 };
  } finally {
    clearInterval(turns);
  }
}
