import { useMemo } from 'react';
import { ChartPanel } from '@/components/charts/chart-panel';
import { LineChart } from '@/components/charts/line-chart';
import { executionUnit } from './execution-unit';
import { FirstSteps } from './first-steps';
import type { DeveloperUsage } from './read-usage';
import { trendPoints, trendRange, trendSummary } from './trend';

/** Executions per day; without any, what to do first. */
export function ExecutionTrends({ days }: { days: DeveloperUsage['days'] }) {
  const points = useMemo(() => trendPoints(days, new Date().toISOString().slice(0, 10)), [days]);
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
