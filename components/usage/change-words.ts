import { daysIn } from '@/lib/rules/day';
import type { DaySpan, RangeTotals } from './usage-range';

/** A number's change in words, and whether it's for the better; cost and tokens follow the work, so they are neither. */
export interface Change {
  text: string;
  tone: 'better' | 'worse' | 'neither';
}

/** The changes of a range's numbers. */
export type RangeChanges = Record<Exclude<keyof RangeTotals, 'unknownCostCount'>, Change>;

const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/**
 * The changes from as many days just before a range: `12% more than in the 30 days before`. Null for a range with days
 * to come, which can't be compared yet.
 */
export function rangeChanges(
  now: RangeTotals,
  before: RangeTotals,
  { from, to }: DaySpan,
  today: string,
): RangeChanges | null {
  if (to > today) return null;
  const count = daysIn(from, to);
  const then = count === 1 ? 'on the day before' : `in the ${oneDecimal.format(count)} days before`;
  const isKnown = now.unknownCostCount === 0 && before.unknownCostCount === 0;
  const cost = isKnown
    ? amountChange(now.estimatedCost, before.estimatedCost, then, money)
    : { text: `Not comparable with the cost ${then}` };
  const tokens = amountChange(now.totalTokens, before.totalTokens, then, number);
  return {
    totalExecutions: amountChange(now.totalExecutions, before.totalExecutions, then, number),
    estimatedCost: { ...cost, tone: 'neither' },
    successRate: rateChange(now, before, then),
    totalTokens: { ...tokens, tone: 'neither' },
  };
}

const number = { less: 'fewer', much: 'many', none: 'None' };
const money = { less: 'less', much: 'much', none: 'Nothing' };

function amountChange(now: number, before: number, then: string, words: typeof number): Change {
  if (before === 0) return { text: `${words.none} ${then}`, tone: 'neither' };
  const percent = oneDecimal.format((100 * Math.abs(now - before)) / before);
  if (percent === '0')
    return { text: `${now === before ? 'As' : 'About as'} ${words.much} as ${then}`, tone: 'neither' };
  return now > before
    ? { text: `${percent}% more than ${then}`, tone: 'better' }
    : { text: `${percent}% ${words.less} than ${then}`, tone: 'worse' };
}

/** Compares whole percents, as the page shows them. */
function rateChange(now: RangeTotals, before: RangeTotals, then: string): Change {
  if (before.totalExecutions === 0) return { text: `No executions ${then}`, tone: 'neither' };
  const [rate, rateBefore] = [Math.round(now.successRate), Math.round(before.successRate)];
  if (now.totalExecutions === 0) return { text: `${rateBefore}% ${then}`, tone: 'neither' };
  if (rate === rateBefore) return { text: `The same as ${then}`, tone: 'neither' };
  const points = Math.abs(rate - rateBefore);
  const written = `${points} ${points === 1 ? 'point' : 'points'}`;
  return rate > rateBefore
    ? { text: `${written} higher than ${then}`, tone: 'better' }
    : { text: `${written} lower than ${then}`, tone: 'worse' };
}
