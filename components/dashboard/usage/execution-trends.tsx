import { useMemo } from 'react';
import { ChartPanel } from '@/components/charts/chart-panel';
import { LineChart } from '@/components/charts/line-chart';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { formatDate } from '@/lib/format/date';
import type { DashboardData, Period } from './dashboard-query';
import { executionNumbers, executionPoints, executionSummary } from './execution-days';
import { executionUnit } from './execution-unit';
import { FirstSteps } from './first-steps';
import { dayRange } from './period-text';

interface ExecutionTrendsProps {
  days: DashboardData['usageByUser'];
  period: Period;
  /** Null for a person whose executions are all still to come. */
  firstExecutionOn: string | null;
  today: string;
}

/** Executions per day; without any, what to do first. */
export function ExecutionTrends({ days, period, firstExecutionOn, today }: ExecutionTrendsProps) {
  const points = useMemo(() => executionPoints(days, today), [days, today]);
  const nothingRan = period.totalExecutions === 0;
  return (
    <ChartPanel
      note={`${dayRange(period)}, UTC`}
      numbers={nothingRan ? null : executionNumbers(days, period, today)}
      title="Execution Trends"
    >
      {nothingRan ? (
        <div className="grid min-h-[300px]">
          {firstExecutionOn ? (
            <EmptyState>
              <EmptyStateTitle>No executions in this range</EmptyStateTitle>
              <EmptyStateText>
                {period.from > today
                  ? 'Its days are still to come.'
                  : `Your executions begin on ${formatDate(firstExecutionOn)}.`}{' '}
                Choose other days.
              </EmptyStateText>
            </EmptyState>
          ) : (
            <FirstSteps />
          )}
        </div>
      ) : (
        <LineChart points={points} summary={executionSummary(days, period)} unit={executionUnit} />
      )}
    </ChartPanel>
  );
}
