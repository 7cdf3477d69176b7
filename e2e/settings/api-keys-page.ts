const DAY = 86_400_000;
export const rawKeyPattern = /sy_live_[\w-]{43}/;

export const utcDay = (daysAhead: number) =>
  new Date(Date.now() + daysAhead * DAY).toISOString().slice(0, 10);
