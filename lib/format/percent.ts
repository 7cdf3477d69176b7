/** Percent from 0 to 100, rounded to a whole number: `97%`. A missing one is `0%`. */
export function formatPercent(percent: number | null | undefined): string {
  const whole = percent != null && Number.isFinite(percent) ? Math.round(percent) : 0;
  return `${whole}%`;
}

const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** A number's change from an earlier one, in percent of that: `+6.2%`, `-3%`, `0%`; null if that was 0. */
export function formatChange(now: number, before: number): string | null {
  return before > 0 ? `${oneDecimal.format((100 * (now - before)) / before)}%` : null;
}

/** A percentage's change from an earlier one, both in whole percent as they are shown: `+2 points`, `0 points`. */
export const formatPoints = (now: number, before: number): string => {
  const points = oneDecimal.format(Math.round(now) - Math.round(before));
  return `${points} ${/^[+-]1$/.test(points) ? 'point' : 'points'}`;
};
