'use client';
import { useMemo, useRef } from 'react';
import { RangePicker } from '@/components/charts/range-picker';
import { useChosenRange } from '@/components/charts/use-chosen-range';
import { AdminTitle } from '@/components/layout/admin-title';
import { Failure } from '@/components/ui/failure';
import { Skeleton } from '@/components/ui/skeleton';
import { EmptyRange, RangeArea, RangeNotice } from '@/components/usage/range-area';
import { rangeSentence, spanOf } from '@/components/usage/usage-range';
import { NoExecutions } from './no-executions';
import { UsageTable, usageNumbers } from './usage-table';
import { type UsageReport as Report, useUsageReport } from './use-usage-report';

/** What the account used, day by day (SPEC.md, section 2). */
export function UsageScreen() {
  const { range, valid, choose } = useChosenRange();
  const state = useUsageReport(range);
  const title = useRef<HTMLHeadingElement>(null);
  const ready = state.status === 'ready' ? state : null;
  const busy = state.status === 'loading' || ready?.fetching;
  const failure =
    state.status === 'failed'
      ? { again: state.retry, wait: state.wait }
      : ready?.outdated
        ? { again: ready.refresh, wait: ready.wait }
        : null;
  return (
    <>
      <AdminTitle note={busy ? 'Loading...' : 'By day, newest first. Days are UTC.'} ref={title}>
        Usage Reports
      </AdminTitle>
      <RangeNotice valid={valid} />
      {failure ? (
        <Failure
          className="mb-6"
          message={
            ready
              ? 'Failed to load usage reports. The numbers below are the last ones that were loaded.'
              : 'Failed to load usage reports.'
          }
          onRetry={() => {
            // The button disappears: the focus stays on the page, at the title.
            title.current?.focus();
            failure.again();
          }}
          wait={failure.wait}
        />
      ) : null}
      <RangeArea
        note={
          ready
            ? rangeSentence(spanOf(ready.report.usageByAccount), ready.report.accountDashboardStats.to)
            : undefined
        }
        picker={<RangePicker onChoose={choose} range={range} />}
        stale={ready?.fetching ?? false}
      >
        {state.status === 'loading' ? <Skeleton className="h-[480px]" /> : null}
        {ready ? (
          <UsageReport
            fetching={ready.fetching}
            onRefresh={ready.refresh}
            readAt={ready.readAt}
            report={ready.report}
          />
        ) : null}
      </RangeArea>
    </>
  );
}

interface UsageReportProps {
  report: Report;
  readAt: number;
  fetching: boolean;
  onRefresh: () => void;
}

/** The days of a range in a table; if nothing was used, what to do next. */
function UsageReport({ report, ...table }: UsageReportProps) {
  const { usageByAccount: days, accountDashboardStats, accountOverview } = report;
  const today = accountDashboardStats.to;
  const numbers = useMemo(() => usageNumbers(days, spanOf(days), today), [days, today]);
  if (days.some((day) => day.requestCount > 0)) return <UsageTable numbers={numbers} {...table} />;
  return (
    <EmptyRange
      firstExecutionOn={accountOverview.firstExecutionOn}
      noneYet={<NoExecutions />}
      period={spanOf(days)}
      today={today}
      whose="The account's executions"
    />
  );
}
