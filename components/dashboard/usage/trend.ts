import type { ChartPoint } from '@/components/charts/chart-point';
import { formatDate, formatFullDay, formatShortDay } from '@/lib/format/date';
import { formatCount, formatQuantity } from '@/lib/format/number';
import type { DashboardData } from './dashboard-query';
import { executionUnit } from './execution-unit';

type Days = DashboardData['usageByUser'];

/** The days as points of a chart; the last of them is today (UTC), which is not over. */
export const trendPoints = (days: Days): ChartPoint[] =>
  days.map((day, index) => {
    const unfinished = index === days.length - 1;
    return {
      key: day.date,
      label: formatShortDay(day.date),
      fullLabel: `${formatFullDay(day.date)} UTC${unfinished ? ', so far' : ''}`,
      value: day.requestCount,
      unfinished,
    };
  });

/** `Oct 23 – Nov 21, 2026, UTC`; empty without days. */
export function trendRange(days: Days): string {
  const first = days.at(0);
  const last = days.at(-1);
  if (!first || !last) return '';
  if (first === last) return `${formatDate(last.date)}, UTC`;
  const sameYear = first.date.slice(0, 4) === last.date.slice(0, 4);
  const from = sameYear ? formatShortDay(first.date) : formatDate(first.date);
  return `${from} – ${formatDate(last.date)}, UTC`;
}

/** The line in words, for those who do not see it. */
export function trendSummary(days: Days): string {
  const total = days.reduce((sum, day) => sum + day.requestCount, 0);
  const busiest = days.reduce<Days[number] | undefined>(
    (most, day) => (most && most.requestCount >= day.requestCount ? most : day),
    undefined,
  );
  const peak = busiest
    ? `, the most on ${formatShortDay(busiest.date)} with ${formatCount(busiest.requestCount)}`
    : '';
  return `Line chart of executions per day, ${trendRange(days)}: ${formatQuantity(total, executionUnit)} in all${peak}.`;
}
