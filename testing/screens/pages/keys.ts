/** A key's secret, anywhere in a text. */
export const rawKeyPattern = /sy_live_[\w-]{43}/;

/** The day in UTC so many days from today, `YYYY-MM-DD`. */
export const utcDay = (daysAhead: number) =>
  new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);
