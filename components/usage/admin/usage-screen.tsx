'use client';
import { useCallback, useId, useMemo, useRef } from 'react';
import { RangePicker, useChosenRange } from '@/components/charts/range-picker';
import { FilterBar } from '@/components/ui/filter-bar';
import { Failure } from '@/components/ui/outcome';
import { Skeleton, SkeletonOver } from '@/components/ui/skeleton';
import { PageTitle, SectionTitle } from '@/components/ui/titles';
import { Failures } from '@/components/usage/failures';
import { StorageMeter } from '@/components/usage/meters';
import { EmptyRange, RangeArea, RangeNotice } from '@/components/usage/range-area';
import { rangeSentence, spanOf } from '@/components/usage/usage-range';
import { NoExecutions } from './no-executions';
import { UsageTable, usageNumbers } from './usage-table';
import { type UsageReport as Report, useUsageReport } from './use-usage-report';

/** What the account used, day by day (docs/product.md, "Usage reports"). */
export function UsageScreen() {
  const { range, valid, named, choose } = useChosenRange();
  const state = useUsageReport(range);
  const title = useRef<HTMLHeadingElement>(null);
  const focusTitle = useCallback(() => title.current?.focus(), []);
  const ready = state.status === 'ready' ? state : null;
  const busy = state.status === 'loading' || ready?.fetching;
  /** Nothing ever ran, and no range was asked for. */
  const isBlank = !named && ready?.report.accountOverview.firstExecutionOn === null;
  const failure =
    state.status === 'failed'
      ? { again: state.retry, wait: state.wait }
      : ready?.outdated
        ? { again: ready.refresh, wait: ready.wait }
        : null;
  return (
    <>
      <PageTitle note={busy ? 'Loading...' : 'By day, newest first. Days are UTC.'} ref={title}>
        Usage Reports
      </PageTitle>
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
            focusTitle();
            failure.again();
          }}
          wait={failure.wait}
        />
      ) : null}
      {state.status === 'failed' ? null : (
        <div className="mb-8 max-w-[420px] text-[15px]">
          {ready ? (
            <StorageMeter storage={ready.report.accountDashboardStats} />
          ) : (
            <SkeletonOver>
              <StorageMeter storage={{ storedBytes: 0, maxStoredBytes: 1 }} />
            </SkeletonOver>
          )}
        </div>
      )}
      {isBlank ? (
        <NoExecutions />
      ) : (
        <RangeArea
          note={
            ready
              ? rangeSentence(spanOf(ready.report.usageByAccount), ready.report.accountDashboardStats.to)
              : undefined
          }
          picker={
            <FilterBar className="max-sm:w-full" onFocusLost={focusTitle}>
              <RangePicker onChoose={choose} range={range} />
            </FilterBar>
          }
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
      )}
    </>
  );
}

interface UsageReportProps {
  report: Report;
  readAt: number;
  fetching: boolean;
  onRefresh: () => void;
}

/** The days of a range in a table, with what failed on them; if nothing was used, what to do next. */
function UsageReport({ report, ...table }: UsageReportProps) {
  const failuresId = useId();
  const { usageByAccount: days, accountDashboardStats, accountOverview } = report;
  const today = accountDashboardStats.to;
  const period = useMemo(() => spanOf(days), [days]);
  const numbers = useMemo(() => usageNumbers(days, period, today), [days, period, today]);
  if (days.some((day) => day.requestCount > 0))
    return (
      // Side by side where a table of four columns would be too wide to read.
      <div className="min-[1800px]:grid min-[1800px]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] min-[1800px]:gap-x-16 print:block">
        <div>
          <UsageTable numbers={numbers} {...table} />
        </div>
        <div className="max-[1799px]:mt-12 print:mt-8">
          {/* As high as the line above the other table. */}
          <SectionTitle className="mb-3 flex min-h-[34px] items-center">Failed Executions</SectionTitle>
          <Failures id={failuresId} of="admin" period={period} beside={report} />
        </div>
      </div>
    );
  return (
    <EmptyRange
      firstExecutionOn={accountOverview.firstExecutionOn}
      noneYet={<NoExecutions />}
      period={period}
      today={today}
      whose="The account's executions"
    />
  );
}
