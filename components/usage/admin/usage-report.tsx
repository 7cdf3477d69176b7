import { useMemo } from 'react';
import { EmptyRange } from '@/components/usage/empty-range';
import { NoExecutions } from './no-executions';
import { spanOf } from './range-totals';
import { usageNumbers } from './usage-numbers';
import type { UsageReport as Report } from './usage-query';
import { UsageTable } from './usage-table';

interface UsageReportProps {
  report: Report;
  readAt: number;
  fetching: boolean;
  onRefresh: () => void;
}

/** The days of a range in a table; where nothing was used in them, what to do next. */
export function UsageReport({ report, ...table }: UsageReportProps) {
  const { usageByAccount: days, accountDashboardStats, accountOverview } = report;
  const today = accountDashboardStats.to;
  const numbers = useMemo(() => usageNumbers(days, spanOf(days), today), [days, today]);
  if (days.some((day) => day.requestCount > 0)) return <UsageTable numbers={numbers} {...table} />;
  if (!accountOverview.firstExecutionOn) return <NoExecutions />;
  return (
    <EmptyRange
      firstExecutionOn={accountOverview.firstExecutionOn}
      period={spanOf(days)}
      today={today}
      whose="The account's executions"
    />
  );
}
