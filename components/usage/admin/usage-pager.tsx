import { ListPager } from '@/components/ui/list-pager';
import { formatCount } from '@/lib/format/number';
import type { Pages } from './use-pages';

/** Turns the pages of days, where there is more than one, and says which days are on show. */
export function UsagePager<Row>({ pages, total }: { pages: Pages<Row>; total: number }) {
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
