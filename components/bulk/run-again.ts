import { formatEstimate } from '@/components/workflows/measures';
import { formatCount } from '@/lib/format/number';
import { type BulkRun, rowCount } from './bulk-run';

type CountedRun = Pick<BulkRun, 'pendingRows' | 'failedRows' | 'canceledRows' | 'completedRows' | 'cost'>;

/** The rows that a further start takes, and for about how much: `Run the other 437 rows and retry 2 for about $0.21` */
export function runAgainLabel(run: CountedRun): string {
  const words = againWords(run);
  const cost = againCost(run);
  const price = cost === null ? '' : ` for about ${formatEstimate(cost)}`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${price}`;
}

/** `run the other 437 rows and retry 2`, `retry all failures` */
export function againWords({ pendingRows, failedRows, canceledRows }: CountedRun): string {
  const ended = failedRows + canceledRows;
  if (pendingRows > 0)
    return `run the other ${rowCount(pendingRows)}${ended > 0 ? ` and retry ${formatCount(ended)}` : ''}`;
  return canceledRows > 0 ? `run ${rowCount(ended)} again` : 'retry all failures';
}

/** By what a completed row has cost: failed ones can end early. Null if it isn't known. */
function againCost({
  pendingRows,
  failedRows,
  canceledRows,
  completedRows,
  cost,
}: CountedRun): number | null {
  if (cost === null || completedRows === 0) return null;
  return (cost / completedRows) * (pendingRows + failedRows + canceledRows);
}
