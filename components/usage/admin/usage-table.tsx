import type { ChartNumbers } from '@/components/charts/chart-numbers';
import { ChartTable } from '@/components/charts/chart-table';
import { DownloadButton } from '@/components/charts/download-button';
import { Button } from '@/components/ui/button';
import { formatQuantity } from '@/lib/format/number';
import { UpdatedAgo } from './updated-ago';
import { UsagePager } from './usage-pager';
import { usePages } from './use-pages';

const dayUnit = { one: 'day', other: 'days' };
/** A month of days a page. */
const pageSize = 31;

interface UsageTableProps {
  numbers: ChartNumbers;
  readAt: number;
  fetching: boolean;
  onRefresh: () => void;
}

/** The days of a range, a month a page, their total over all pages, and the file of them all. */
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
      <div className="max-sm:[&_:is(td,th)]:px-1.5 max-sm:[&_table]:text-[12.5px] max-sm:[&_tbody_th]:min-w-[90px] max-sm:[&_thead_th]:text-[12px]">
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
