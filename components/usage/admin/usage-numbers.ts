import { type ChartNumbers, countColumn, dollarColumn } from '@/components/charts/chart-numbers';
import { todaySoFar } from '@/components/usage/execution-days';
import type { DaySpan } from '@/components/usage/usage-day';
import { formatDate } from '@/lib/format/date';
import type { UsageReport } from './usage-query';

/**
 * The days of a range as the usage page lists them and its CSV file holds them, newest first, without those still to
 * come.
 * @param days oldest first
 */
export const usageNumbers = (
  days: UsageReport['usageByAccount'],
  { from, to }: DaySpan,
  today: string,
): ChartNumbers => ({
  head: 'Date',
  csvHead: 'date',
  columns: [
    countColumn('Requests', 'requests'),
    countColumn('Tokens Used', 'tokens_used'),
    dollarColumn('Cost (USD)', 'cost_usd'),
  ],
  rows: days
    .filter((day) => day.date <= today)
    .toReversed()
    .map((day) => ({
      key: day.date,
      name: todaySoFar(formatDate(day.date), day.date, today),
      csvName: day.date,
      values: [day.requestCount, day.totalTokens, day.totalCost],
    })),
  hasTotal: true,
  fileName: `usage-${from}-${to}`,
});
