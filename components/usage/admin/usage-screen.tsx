'use client';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type ChartNumbers, countColumn, dollarColumn } from '@/components/charts/chart-data';
import { ChartTable, DownloadButton } from '@/components/charts/chart-panel';
import { Button } from '@/components/ui/button';
import { FilterBar } from '@/components/ui/filter-bar';
import { TextLink } from '@/components/ui/link';
import { ListPager } from '@/components/ui/list-parts';
import { Failure } from '@/components/ui/outcome';
import { Skeleton, SkeletonOver } from '@/components/ui/skeleton';
import { PageTitle, SectionTitle } from '@/components/ui/titles';
import { Failures } from '@/components/usage/failed-executions';
import { unknownCostColumn } from '@/components/usage/known-cost';
import { StorageMeter } from '@/components/usage/meters';
import { EmptyRange, RangeArea, RangeNotice } from '@/components/usage/range-area';
import { RangePicker, useChosenRange } from '@/components/usage/range-picker';
import { type DaySpan, rangeSentence, spanOf, todaySoFar } from '@/components/usage/usage-days';
import { executionsAddress } from '@/components/workflows/executions-address';
import { formatDate, formatIsoMoment, formatMoment, formatRelative } from '@/lib/format/date';
import { formatCount, formatQuantity } from '@/lib/format/number';
import { NoExecutions } from './no-executions';
import { type UsageReport, useUsageReport } from './use-usage-report';

/** The account's usage, day by day (docs/product.md, "Usage reports"). */
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
      <p className="mb-5 text-[15px] print:hidden">
        <TextLink href="/dashboard/admin/usage/what-if">What would another model have cost?</TextLink>
      </p>
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
            <ReportTables
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

interface ReportTablesProps {
  report: UsageReport;
  readAt: number;
  fetching: boolean;
  onRefresh: () => void;
}

/** The days of a range in a table, with what failed on them; if nothing was used, what to do next. */
function ReportTables({ report, ...table }: ReportTablesProps) {
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
          <Failures
            beside={report}
            failed={days.reduce((sum, day) => sum + day.requestCount - day.successCount, 0)}
            id={failuresId}
            of="admin"
            period={period}
          />
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

const dayUnit = { one: 'day', other: 'days' };
/** One month of days per page. */
const pageSize = 31;

interface UsageTableProps {
  numbers: ChartNumbers;
  readAt: number;
  fetching: boolean;
  onRefresh: () => void;
}

/** The days of a range, one month per page, with the total over all pages and a CSV file of all days. */
function UsageTable({ numbers, readAt, fetching, onRefresh }: UsageTableProps) {
  const pages = usePages(numbers.rows, pageSize, numbers.fileName);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex items-center gap-x-3">
          <UpdatedAgo at={readAt} />
          <Button
            aria-disabled={fetching || undefined}
            className="aria-disabled:cursor-progress aria-disabled:opacity-60 print:hidden"
            onClick={() => !fetching && onRefresh()}
            size="small"
            variant="line"
          >
            Refresh
          </Button>
        </div>
        <div>
          <DownloadButton numbers={numbers} what="the usage of all days in this range" />
        </div>
      </div>
      {/* Closer on a phone, so that a month's numbers fit without scrolling. */}
      <div className="max-[359px]:[&_:is(td,th)]:px-[3px]! max-[359px]:[&_table]:text-[11.5px]! max-[359px]:[&_tbody_th]:min-w-0! max-[359px]:[&_thead_th]:text-[11px]! max-sm:[&_:is(td,th)]:px-1.5 max-sm:[&_table]:text-[12.5px] max-sm:[&_tbody_th]:min-w-[90px] max-sm:[&_thead_th]:text-[12px]">
        <ChartTable
          label="Usage by day"
          numbers={numbers}
          shown={pages.rows}
          totalName={`Total, ${formatQuantity(numbers.rows.length, dayUnit)}`}
        />
      </div>
      <UsagePager pages={pages} total={numbers.rows.length} />
    </>
  );
}

/** Turns the pages of days, if there's more than one, and says which days are shown. */
function UsagePager<Row>({ pages, total }: { pages: Pages<Row>; total: number }) {
  const { rows, skipped, hasMore } = pages;
  if (skipped === 0 && !hasMore) return null;
  return (
    <div className="flex flex-wrap items-end gap-x-2.5">
      <ListPager page={pages} turns={pages} what="days" />
      <p className="text-[13.5px] text-muted leading-[34px]" role="status">
        Days {formatCount(skipped + 1)}–{formatCount(skipped + rows.length)} of {formatCount(total)}
      </p>
    </div>
  );
}

const MINUTE = 60_000;

/** How long ago numbers were read: `Updated 2 minutes ago`; it keeps itself current. */
function UpdatedAgo({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 4);
    return () => clearInterval(timer);
  }, []);
  const moment = String(at);
  return (
    <p className="text-[13.5px] text-muted" title={formatMoment(moment)}>
      {'Updated '}
      {/* Numbers read after the last tick mustn't be from the future. */}
      <time dateTime={formatIsoMoment(moment)}>{formatRelative(moment, Math.max(now, at))}</time>
    </p>
  );
}

/** A page of rows, and how to turn to the next or previous page. */
interface Pages<Row> {
  rows: readonly Row[];
  /** How many rows the pages before it contain. */
  skipped: number;
  hasMore: boolean;
  nextPage: () => void;
  previousPage: () => void;
}

/**
 * Pages of rows that are all loaded.
 * @param of names the rows; rows of another name start at their first page
 */
function usePages<Row>(rows: readonly Row[], size: number, of: string): Pages<Row> {
  const [turned, setTurned] = useState({ of, page: 0 });
  const last = Math.max(0, Math.ceil(rows.length / size) - 1);
  const page = turned.of === of ? Math.min(turned.page, last) : 0;
  const turnTo = (next: number) => setTurned({ of, page: Math.max(0, Math.min(next, last)) });
  return {
    rows: rows.slice(page * size, (page + 1) * size),
    skipped: page * size,
    hasMore: page < last,
    nextPage: () => turnTo(page + 1),
    previousPage: () => turnTo(page - 1),
  };
}

const hrefOf = (days: DaySpan) => executionsAddress('/dashboard/admin/workflows', days);

/**
 * The days of a range up to today, newest first, as the table and the CSV file contain them.
 * @param days oldest first
 */
export const usageNumbers = (
  days: UsageReport['usageByAccount'],
  { from, to }: DaySpan,
  today: string,
): ChartNumbers => ({
  head: 'Date',
  csvHead: 'date',
  columns: [
    countColumn('Requests', 'requests'),
    countColumn('Tokens Used', 'tokens_used'),
    dollarColumn('Cost (USD)', 'cost_usd'),
    ...unknownCostColumn(days),
  ],
  rows: days
    .filter((day) => day.date <= today)
    .toReversed()
    .map((day) => ({
      key: day.date,
      name: todaySoFar(formatDate(day.date), day.date, today),
      csvName: day.date,
      values: [day.requestCount, day.totalTokens, day.totalCost, day.unknownCostCount],
      href: day.requestCount > 0 ? hrefOf({ from: day.date, to: day.date }) : undefined,
    })),
  hasTotal: true,
  totalHref: hrefOf({ from, to }),
  fileName: `usage-${from}-${to}`,
});
