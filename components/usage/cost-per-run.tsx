'use client';
import { useMemo } from 'react';
import { Chart } from '@/components/charts/chart';
import { type ChartNumbers, countColumn, dollarColumn } from '@/components/charts/chart-data';
import { ChartPanel } from '@/components/charts/chart-panel';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { type DaySpan, dayRange, todaySoFar, type UsageDay } from '@/components/usage/usage-days';
import { formatDate, formatFullDay, formatShortDay } from '@/lib/format/date';
import { formatPrice } from '@/lib/format/money';
import { formatQuantity } from '@/lib/format/number';

const dollarUnit = { one: 'US dollar', other: 'US dollars per run', write: formatPrice };

interface CostPerRunProps {
  report: DaySpan & { days: readonly UsageDay[] };
  today: string;
}

/** The mean cost of an execution by day; days without a known cost have no point. */
export function CostPerRun({ report, today }: CostPerRunProps) {
  const { days } = report;
  const points = useMemo(
    () =>
      days
        .filter((day) => knownOn(day) > 0)
        .map((day) => ({
          key: day.date,
          label: formatShortDay(day.date),
          fullLabel: todaySoFar(formatFullDay(day.date), day.date, today),
          value: day.totalCost / knownOn(day),
          details: [formatQuantity(day.requestCount, { one: 'run', other: 'runs' })],
          unfinished: day.date === today,
        })),
    [days, today],
  );
  return (
    <ChartPanel
      note={`${dayRange(report)}, UTC`}
      numbers={points.length > 0 ? costNumbers(days, report) : null}
      title="Cost per Run"
    >
      {points.length > 0 ? (
        <Chart
          kind="Line"
          points={points}
          summary={`Line chart of the cost per run by day, ${dayRange(report)}, UTC.`}
          unit={dollarUnit}
        />
      ) : (
        <EmptyState>
          <EmptyStateTitle>No run with a known cost</EmptyStateTitle>
          <EmptyStateText>The models that it used have no known price.</EmptyStateText>
        </EmptyState>
      )}
    </ChartPanel>
  );
}

const knownOn = ({ requestCount, unknownCostCount }: UsageDay): number => requestCount - unknownCostCount;
const costNumbers = (days: readonly UsageDay[], { from, to }: DaySpan): ChartNumbers => ({
  head: 'Day (UTC)',
  csvHead: 'date',
  columns: [
    countColumn('Runs', 'runs'),
    dollarColumn('Cost', 'cost_usd'),
    dollarColumn('Cost per run', 'cost_per_run_usd'),
  ],
  rows: days
    .filter((day) => knownOn(day) > 0)
    .map((day) => ({
      key: day.date,
      name: formatDate(day.date),
      csvName: day.date,
      values: [day.requestCount, day.totalCost, day.totalCost / knownOn(day)],
    })),
  fileName: `cost-per-run-${from}-${to}`,
});
