import type { StatusTone } from '@/components/ui/status-mark';
import { jobStatusWords } from '@/components/workflows/job';
import { formatQuantity } from '@/lib/format/number';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** A bulk run; times are epoch milliseconds, costs are in US dollars. */
export const bulkRunFragment = graphql(`
  fragment BulkRunParts on BulkJob @_unmask {
    id
    name
    user_id
    fileId
    kind
    status
    concurrency
    totalRows
    heldRows
    pendingRows
    runningRows
    completedRows
    failedRows
    canceledRows
    skippedRows
    progress
    rowsPerSecond
    secondsLeft
    cost
    expectedCost
    onlyIf
    stopAfterFailures
    stopAfterCost
    error {
      code
      message
    }
    createdAt
    startedAt
    finishedAt
  }
`);

export type BulkRun = ResultOf<typeof bulkRunFragment>;

/** A row of a run; its values and its result only if the document's variable `contents` is true. */
export const bulkRowFragment = graphql(`
  fragment BulkRowParts on BulkRow @_unmask {
    id
    line
    status
    jobId
    variables @include(if: $contents)
    result @include(if: $contents)
    error {
      code
      message
      stepId
    }
  }
`);

export type BulkRow = ResultOf<typeof bulkRowFragment>;

type Words<Status extends string> = Readonly<Record<Status, string>>;
type Tones<Status extends string> = Readonly<Record<Status, StatusTone>>;

/** The words for each status of a run. */
export const runStatusWords: Words<BulkRun['status']> = {
  QUEUED: 'Queued',
  RUNNING: 'Running',
  TRIED: 'Tried',
  STOPPED: 'Stopped',
  CANCELED: 'Canceled',
  COMPLETED: 'Completed',
  COMPLETED_WITH_FAILURES: jobStatusWords.COMPLETED_WITH_FAILURES,
  FAILED: 'Failed',
};

export const runTones: Tones<BulkRun['status']> = {
  QUEUED: 'off',
  RUNNING: 'soon',
  TRIED: 'soon',
  STOPPED: 'bad',
  CANCELED: 'off',
  COMPLETED: 'good',
  COMPLETED_WITH_FAILURES: 'bad',
  FAILED: 'bad',
};

/** The words for each status of a row. */
export const rowStatusWords: Words<BulkRow['status']> = {
  HELD: 'On hold',
  PENDING: 'Pending',
  RUNNING: 'Running',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
  CANCELED: 'Canceled',
  SKIPPED: 'Skipped',
};

export const rowTones: Tones<BulkRow['status']> = {
  HELD: 'off',
  PENDING: 'off',
  RUNNING: 'soon',
  COMPLETED: 'good',
  FAILED: 'bad',
  CANCELED: 'off',
  SKIPPED: 'off',
};

/** The words for each format of a file. */
export const fileFormatWords = { CSV: 'CSV', JSONL: 'JSONL', XLSX: 'Excel' } as const;

/** Whether a run's counts may still change by themselves: rows that were under way when it was canceled still end. */
export const isUnderWay = ({ status, runningRows }: Pick<BulkRun, 'status' | 'runningRows'>): boolean =>
  status === 'QUEUED' || status === 'RUNNING' || runningRows > 0;

/** Whether the run would stop at its limit at once: it has cost as much, or its cost isn't known. */
export const hasReachedLimit = ({ stopAfterCost, cost }: Pick<BulkRun, 'stopAfterCost' | 'cost'>): boolean =>
  stopAfterCost !== null && (cost === null || cost >= stopAfterCost);

/** `1 row`, `1,204 rows`. */
export const rowCount = (rows: number): string => formatQuantity(rows, { one: 'row', other: 'rows' });
