/** Percent from 0 to 100, rounded to a whole number: `97%`. A missing one is `0%`. */
export function formatPercent(percent: number | null | undefined): string {
  const whole = percent != null && Number.isFinite(percent) ? Math.round(percent) : 0;
  return `${whole}%`;
}
