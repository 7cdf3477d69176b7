import { formatDate, formatShortDay } from '@/lib/format/date';
import { sumDollars } from '@/lib/format/money';
import { daysIn } from '@/lib/rules/day';

/** A UTC day of metered work, as the API returns it; the cost in US dollars. */
export interface UsageDay {
  date: string;
  requestCount: number;
  totalTokens: number;
  totalCost: number;
  /** Executions whose cost isn't known, and isn't in it. */
  unknownCostCount: number;
}

/** A range of UTC days, both ends included. */
export interface DaySpan {
  from: string;
  to: string;
}

/** The executions of a range: counts, US dollars, percent from 0 to 100. */
export interface RangeTotals {
  totalExecutions: number;
  estimatedCost: number;
  /** Executions whose cost isn't known, and isn't in it. */
  unknownCostCount: number;
  successRate: number;
  totalTokens: number;
}

/** `Oct 23 – Nov 21, 2026`, with both years if they differ; a single day for a range of one. */
export function dayRange({ from, to }: DaySpan): string {
  if (from === to) return formatDate(to);
  const sameYear = from.slice(0, 4) === to.slice(0, 4);
  return `${sameYear ? formatShortDay(from) : formatDate(from)} – ${formatDate(to)}`;
}

/** A range's content: `30 days, Oct 23 – Nov 21, 2026 (UTC), today so far included.` */
export function rangeSentence(range: DaySpan, today: string): string {
  const count = daysIn(range.from, range.to);
  const days = `${count} ${count === 1 ? 'day' : 'days'}, ${dayRange(range)} (UTC)`;
  const includesToday = range.from <= today && today <= range.to;
  return `${days}${includesToday ? ', today so far included' : ''}.`;
}

/** A day's name, marked if it's today, which isn't over. */
export const todaySoFar = (name: string, date: string, today: string): string =>
  date === today ? `${name}, so far` : name;

/** A day with the number of executions that didn't fail, canceled ones included. */
export type CountedDay = UsageDay & { successCount: number };

/** The totals of a range's days; the cost to the micro-dollar. */
export function rangeTotals(days: readonly CountedDay[]): RangeTotals {
  const sum = (count: (day: CountedDay) => number) => days.reduce((total, day) => total + count(day), 0);
  const totalExecutions = sum((day) => day.requestCount);
  return {
    totalExecutions,
    totalTokens: sum((day) => day.totalTokens),
    unknownCostCount: sum((day) => day.unknownCostCount),
    estimatedCost: sumDollars(days.map((day) => day.totalCost)),
    successRate: totalExecutions === 0 ? 0 : (100 * sum((day) => day.successCount)) / totalExecutions,
  };
}

/**
 * The first and the last of a range's days, which are in order.
 * @throws RangeError if there are none
 */
export function spanOf(days: readonly { date: string }[]): DaySpan {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) throw new RangeError('A range has at least one day.');
  return { from: first.date, to: last.date };
}
