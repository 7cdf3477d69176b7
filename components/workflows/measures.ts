import { formatDollars, formatPriceTo } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import type { JobRow } from './job';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A duration in its two largest units: `<1 ms`, `340 ms`, `2.4 s`, `1 min 12 s`, `2 h 3 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1) return '<1 ms';
  if (milliseconds < SECOND) return `${Math.trunc(milliseconds)} ms`;
  if (milliseconds < MINUTE) return `${(Math.trunc(milliseconds / 100) / 10).toFixed(1)} s`;
  if (milliseconds < HOUR)
    return `${Math.trunc(milliseconds / MINUTE)} min ${Math.trunc((milliseconds % MINUTE) / SECOND)} s`;
  return `${Math.trunc(milliseconds / HOUR)} h ${Math.trunc((milliseconds % HOUR) / MINUTE)} min`;
}

/** A duration to the millisecond, from a minute on in its two largest units: `340 ms`, `2.404 s`, `1 min 12 s`. */
export function formatExact(milliseconds: number): string {
  if (milliseconds < SECOND || milliseconds >= MINUTE) return formatDuration(milliseconds);
  return `${(milliseconds / SECOND).toFixed(3)} s`;
}

/**
 * The parts of a duration, which add up to it as `formatExact` writes it. From a minute on, they are rounded for that;
 * a part that is too short for the last digit of the sum is written as it is.
 */
export function formatParts(parts: readonly number[]): string[] {
  const total = parts.reduce((sum, part) => sum + part, 0);
  if (total < MINUTE) return parts.map(formatExact);
  const unit = total < HOUR ? SECOND : MINUTE;
  const missing = Math.trunc(total / unit) - parts.reduce((sum, part) => sum + Math.trunc(part / unit), 0);
  const largestRests = [...parts.keys()]
    .sort((one, other) => ((parts[other] ?? 0) % unit) - ((parts[one] ?? 0) % unit))
    .slice(0, missing);
  return parts.map((part, index) => {
    const units = Math.trunc(part / unit) + (largestRests.includes(index) ? 1 : 0);
    return units === 0 ? formatExact(part) : formatDuration(units * unit);
  });
}

/**
 * US dollars to the millionth, as single calls cost: `$0.000027`. An unknown cost is `unknown`, never $0.
 * @param places how many decimals it has at least
 */
export const formatCost = (cost: number | null, places = 0): string =>
  cost === null ? 'unknown' : formatPriceTo(places, cost);

/** How many decimals the costs of a column need, so that all are written to the same place. */
export const costPlaces = (costs: readonly (number | null)[]): number =>
  Math.max(0, ...costs.map((cost) => formatCost(cost).split('.')[1]?.length ?? 0));

/** Tokens read and written: `1,204 in, 300 out`. */
export const formatTokens = ({ tokensIn, tokensOut }: { tokensIn: number; tokensOut: number }): string =>
  `${formatCount(tokensIn)} in, ${formatCount(tokensOut)} out`;

/**
 * How long a job or a step ran, or has run so far, from its start to its end; a dash if it never started.
 * @param now epoch milliseconds
 */
export function runTime({ startedAt, finishedAt }: Pick<JobRow, 'startedAt' | 'finishedAt'>, now: number) {
  if (startedAt === null) return '—';
  return formatDuration((finishedAt === null ? now : Number(finishedAt)) - Number(startedAt));
}

/** An estimate in US dollars: to the cent from $1 on, below that two digits: `$0.0042`. An unknown one is `unknown`. */
export function formatEstimate(cost: number | null): string {
  if (cost !== null && cost >= 0.995) return formatDollars(cost);
  return formatCost(cost && Number(cost.toPrecision(2)));
}

/** An estimate with its ceiling: `about $0.0042, at most $0.031`, or `$0.0042 or more` if a fallback's price isn't known. */
export function formatEstimateRange(usual: number | null, most: number | null): string {
  if (usual === null) return 'Price unknown';
  if (most === null) return `${formatEstimate(usual)} or more`;
  const [about, ceiling] = [formatEstimate(usual), formatEstimate(most)];
  return about === ceiling ? about : `about ${about}, at most ${ceiling}`;
}
