const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** How far a number lies from an earlier one, in percent of that: `+6.2%`, `-3%`, `0%`; null where that was nothing. */
export function formatChange(now: number, before: number): string | null {
  return before > 0 ? `${oneDecimal.format((100 * (now - before)) / before)}%` : null;
}

/** How far a percentage lies from an earlier one, both as they are shown, in whole percent: `+2 points`, `0 points`. */
export const formatPoints = (now: number, before: number): string => {
  const points = oneDecimal.format(Math.round(now) - Math.round(before));
  return `${points} ${/^[+-]1$/.test(points) ? 'point' : 'points'}`;
};
