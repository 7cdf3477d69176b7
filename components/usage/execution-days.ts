import { type ChartNumbers, countColumn, dollarColumn } from '@/components/charts/chart-numbers';
import type { ChartPoint } from '@/components/charts/chart-point';
import { formatDate, formatFullDay, formatShortDay } from '@/lib/format/date';
import { formatDollars } from '@/lib/format/money';
import { formatQuantity } from '@/lib/format/number';
import { executionUnit, tokenUnit } from './execution-unit';
import { dayRange } from './range-text';
import type { DaySpan, UsageDay } from './usage-day';

type Days = readonly UsageDay[];

/** A day's name, and that `today` is not over. */
export const todaySoFar = (name: string, date: string, today: string): string =>
  date === today ? `${name}, so far` : name;

/** The days as points of a line; today is not over, and drawn dashed. */
export function executionPoints(days: Days, today: string): ChartPoint[] {
  const years = new Set(days.map((day) => day.date.slice(0, 4)));
  const axisName = years.size > 1 ? formatDate : formatShortDay;
  return days.map((day) => ({
    key: day.date,
    label: axisName(day.date),
    fullLabel: todaySoFar(formatFullDay(day.date), day.date, today),
    value: day.requestCount,
    details: [`${formatDollars(day.totalCost)} estimated`, formatQuantity(day.totalTokens, tokenUnit)],
    unfinished: day.date === today,
  }));
}

/** The same days in numbers; they add up to what the range's summary says. */
export const executionNumbers = (days: Days, { from, to }: DaySpan, today: string): ChartNumbers => ({
  head: 'Day (UTC)',
  csvHead: 'date',
  columns: [
    countColumn('Executions', 'executions'),
    dollarColumn('Est. cost', 'estimated_cost_usd'),
    countColumn('Tokens', 'tokens'),
  ],
  rows: days.map((day) => ({
    key: day.date,
    name: todaySoFar(formatDate(day.date), day.date, today),
    csvName: day.date,
    values: [day.requestCount, day.totalCost, day.totalTokens],
  })),
  hasTotal: true,
  fileName: `executions-${from}-${to}`,
});

/** The line in words, for those who do not see it. */
export function executionSummary(days: Days, period: DaySpan): string {
  const total = days.reduce((sum, day) => sum + day.requestCount, 0);
  const busiest = days.reduce<UsageDay | undefined>(
    (most, day) => (most && most.requestCount >= day.requestCount ? most : day),
    undefined,
  );
  const peak = busiest
    ? `, the most on ${formatShortDay(busiest.date)} with ${formatQuantity(busiest.requestCount, executionUnit)}`
    : '';
  return `Line chart of executions per day, ${dayRange(period)}, UTC: ${formatQuantity(total, executionUnit)} in all${peak}.`;
}
