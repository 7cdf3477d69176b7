/** Percent from 0 to 100, rounded to a whole number: `97%`. A missing one is `0%`. */
export function formatPercent(percent: number | null | undefined): string {
  const whole = percent != null && Number.isFinite(percent) ? Math.round(percent) : 0;
  return `${whole}%`;
}

/** The share of a part next to its count: `<1%` for a small one, because 0% would deny the count. */
export function formatShare(percent: number): string {
  return percent > 0 && percent < 1 ? '<1%' : formatPercent(percent);
}
