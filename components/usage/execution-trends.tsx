import { type ReactNode, useMemo } from 'react';
import { ChartPanel } from '@/components/charts/chart-panel';
import { LineChart } from '@/components/charts/line-chart';
import { executionNumbers, executionPoints, executionSummary } from './execution-days';
import { executionUnit } from './execution-unit';
import { dayRange } from './range-text';
import type { DaySpan, UsageDay } from './usage-day';

interface ExecutionTrendsProps {
  days: readonly UsageDay[];
  period: DaySpan;
  today: string;
  /** What stands in the line's place where nothing ran. */
  empty: ReactNode;
}

/** Executions per day; without any, what to do first. */
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
        <div className="grid min-h-[300px]">{empty}</div>
      ) : (
        <LineChart points={points} summary={executionSummary(days, period)} unit={executionUnit} />
      )}
    </ChartPanel>
  );
}
