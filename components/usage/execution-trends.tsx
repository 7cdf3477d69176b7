import { type ReactNode, useMemo } from 'react';
import { Chart } from '@/components/charts/chart';
import {
  type ChartNumbers,
  type ChartPoint,
  type ChartUnit,
  countColumn,
  dollarColumn,
} from '@/components/charts/chart-data';
import { ChartPanel } from '@/components/charts/chart-panel';
import { formatDate, formatFullDay, formatShortDay } from '@/lib/format/date';
import { formatQuantity } from '@/lib/format/number';
import { costWords, unknownCostColumn } from './known-cost';
import { type DaySpan, dayRange, todaySoFar, type UsageDay } from './usage-range';

/** What all usage charts count. */
export const executionUnit: ChartUnit = { one: 'execution', other: 'executions' };

const tokenUnit: ChartUnit = { one: 'token', other: 'tokens' };

interface ExecutionTrendsProps {
  days: readonly UsageDay[];
  period: DaySpan;
  today: string;
  /** Replaces the line if nothing ran. */
  empty: ReactNode;
}

/** Executions per day. */
export function ExecutionTrends({ days, period, today, empty }: ExecutionTrendsProps) {
  const points = useMemo(() => executionPoints(days, today), [days, today]);
  const nothingRan = days.every((day) => day.requestCount === 0);
  return (
    <ChartPanel
      note={`${dayRange(period)}, UTC`}
      numbers={nothingRan ? null : executionNumbers(days, period, today)}
      title="Execution Trends"
    >
      {nothingRan ? (
        empty
      ) : (
        <Chart kind="Line" points={points} summary={executionSummary(days, period)} unit={executionUnit} />
      )}
    </ChartPanel>
  );
}

type Days = readonly UsageDay[];

/** The days as points of a line; today isn't over, and is drawn dashed. */
export function executionPoints(days: Days, today: string): ChartPoint[] {
  const years = new Set(days.map((day) => day.date.slice(0, 4)));
  const axisName = years.size > 1 ? formatDate : formatShortDay;
  return days.map((day) => ({
    key: day.date,
    label: axisName(day.date),
    fullLabel: todaySoFar(formatFullDay(day.date), day.date, today),
    value: day.requestCount,
    details: [costDetail(day), formatQuantity(day.totalTokens, tokenUnit)],
    unfinished: day.date === today,
  }));
}

function costDetail(day: UsageDay): string {
  const { amount, note } = costWords({ ...day, cost: day.totalCost, executions: day.requestCount });
  if (note === null) return `Cost ${amount}`;
  return amount === 'Unknown' ? note : `Cost ${amount} ${note}`;
}

/** The same days in numbers, which add up to the range's totals. */
export const executionNumbers = (days: Days, { from, to }: DaySpan, today: string): ChartNumbers => ({
  head: 'Day (UTC)',
  csvHead: 'date',
  columns: [
    countColumn('Executions', 'executions'),
    dollarColumn('Cost', 'cost_usd'),
    countColumn('Tokens', 'tokens'),
    ...unknownCostColumn(days),
  ],
  rows: days.map((day) => ({
    key: day.date,
    name: todaySoFar(formatDate(day.date), day.date, today),
    csvName: day.date,
    values: [day.requestCount, day.totalCost, day.totalTokens, day.unknownCostCount],
  })),
  hasTotal: true,
  fileName: `executions-${from}-${to}`,
});

/** The line in words, for people who can't see it. */
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
