'use client';
import { useRef } from 'react';
import { RangePicker } from '@/components/charts/range/range-picker';
import { useChosenRange } from '@/components/charts/range/use-chosen-range';
import { AdminTitle } from '@/components/layout/admin-title';
import { Failure } from '@/components/ui/failure';
import { Skeleton } from '@/components/ui/skeleton';
import { RangeArea } from '@/components/usage/range-area';
import { RangeNotice } from '@/components/usage/range-notice';
import { rangeSentence } from '@/components/usage/range-text';
import { spanOf } from './range-totals';
import { UsageReport } from './usage-report';
import { useUsageReport } from './use-usage-report';

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
      <AdminTitle
        note={busy ? 'Loading...' : 'What the account used by day, newest first. Days are UTC.'}
        ref={title}
      >
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
            // The button is about to go: its focus stays on the page, at the title.
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
