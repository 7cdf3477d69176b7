import { useMemo } from 'react';
import { ChartPanel } from '@/components/charts/chart-panel';
import { LineChart } from '@/components/charts/line-chart';
import type { DashboardData } from './dashboard-query';
import { executionUnit } from './execution-unit';
import { FirstSteps } from './first-steps';
import { trendPoints, trendRange, trendSummary } from './trend';

/** Executions per day; without any, what to do first. */
export function ExecutionTrends({ days }: { days: DashboardData['usageByUser'] }) {
  const points = useMemo(() => trendPoints(days), [days]);
  const nothingRan = days.every((day) => day.requestCount === 0);
  return (
    <ChartPanel
      columns={['Day', 'Executions']}
      note={trendRange(days)}
      points={nothingRan ? [] : points}
      title="Execution Trends"
    >
      {nothingRan ? (
        <FirstSteps />
      ) : (
        <LineChart points={points} summary={trendSummary(days)} unit={executionUnit} />
      )}
    </ChartPanel>
  );
}
