'use client';
import { useEffect, useState } from 'react';
import { type ChartNumbers, countColumn, dollarColumn } from '@/components/charts/chart-data';
import { ChartTable, DownloadButton } from '@/components/charts/chart-panel';
import { Button } from '@/components/ui/button';
import { ListPager } from '@/components/ui/list-parts';
import { unknownCostColumn } from '@/components/usage/known-cost';
import { type DaySpan, todaySoFar } from '@/components/usage/usage-range';
import { formatDate, formatIsoMoment, formatMoment } from '@/lib/format/date';
import { formatCount, formatQuantity } from '@/lib/format/number';
import { formatRelative } from '@/lib/format/relative';
import type { UsageReport } from './use-usage-report';

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
export function UsageTable({ numbers, readAt, fetching, onRefresh }: UsageTableProps) {
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
      {/* Numbers read after the last tick must not be from the future. */}
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
    })),
  hasTotal: true,
  fileName: `usage-${from}-${to}`,
});
