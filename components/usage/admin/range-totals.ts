import type { RangeTotals } from '@/components/usage/range-summary';
import type { DaySpan } from '@/components/usage/usage-day';
import { sumDollars } from '@/lib/format/money';
import type { OverviewData } from './overview-query';

type Days = OverviewData['usageByAccount'];

/** What the days of a range add up to; the cost to the micro-dollar. */
export function rangeTotals(days: Days): RangeTotals {
  const sum = (count: (day: Days[number]) => number) => days.reduce((total, day) => total + count(day), 0);
  const totalExecutions = sum((day) => day.requestCount);
  return {
    totalExecutions,
    totalTokens: sum((day) => day.totalTokens),
    estimatedCost: sumDollars(days.map((day) => day.totalCost)),
    successRate: totalExecutions === 0 ? 0 : (100 * sum((day) => day.successCount)) / totalExecutions,
  };
}

/** The first and the last of a range's days, which are in order; a range has one at least. */
export function spanOf(days: readonly { date: string }[]): DaySpan {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) throw new RangeError('A range has at least one day.');
  return { from: first.date, to: last.date };
}
