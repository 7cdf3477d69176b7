import type { BulkRun } from '@/prisma/generated/prisma/client';

/** A bulk run for its readers. */
export interface BulkRunView
  extends Pick<
    BulkRun,
    | 'id'
    | 'name'
    | 'userId'
    | 'fileId'
    | 'status'
    | 'concurrency'
    | 'kind'
    | 'onlyIf'
    | 'stopAfterFailures'
    | 'totalRows'
    | 'heldRows'
    | 'pendingRows'
    | 'runningRows'
    | 'completedRows'
    | 'failedRows'
    | 'canceledRows'
    | 'skippedRows'
    | 'createdAt'
    | 'startedAt'
    | 'finishedAt'
  > {
  /** Percent of the rows that have ended. */
  progress: number;
  /** Rows that ended in a second, since the run was last started, continued, or retried; null unless it runs. */
  rowsPerSecond: number | null;
  /** By that pace; null before the first row has ended, and after the end. */
  secondsLeft: number | null;
  /** Nano-dollars; null if a model's price isn't known. */
  costNanos: number | null;
  /** Nano-dollars of the whole run: as it was estimated, then by the rows that have ended; null if neither is known. */
  expectedNanos: number | null;
  stopAfterNanos: number | null;
  error: { code: string; message: string } | null;
}

/** The texts of a run, which its view omits. */
export const runColumns = { workflow: true, metadata: true, callbacks: true } as const;

type StoredRun = Omit<BulkRun, keyof typeof runColumns>;

/** @param run its row without its texts */
export function bulkRunView(run: StoredRun, now: Date): BulkRunView {
  const { totalRows, errorCode, errorMessage, costNanos, stopAfterCost } = run;
  const ended = run.completedRows + run.failedRows + run.canceledRows + run.skippedRows;
  const rowsPerSecond = paceOf(run, ended, now);
  return {
    ...run,
    progress: totalRows === 0 ? 100 : Math.round((ended / totalRows) * 10_000) / 100,
    rowsPerSecond,
    secondsLeft: rowsPerSecond ? Math.ceil((run.pendingRows + run.runningRows) / rowsPerSecond) : null,
    costNanos: costNanos === null ? null : Number(costNanos),
    expectedNanos: expectedCost(run),
    stopAfterNanos: stopAfterCost === null ? null : Number(stopAfterCost),
    error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' },
  };
}

function paceOf({ status, paceFrom, paceRows }: StoredRun, ended: number, now: Date): number | null {
  if (status !== 'RUNNING' || paceFrom === null || ended <= paceRows) return null;
  return (ended - paceRows) / Math.max(0.001, (now.getTime() - paceFrom.getTime()) / 1_000);
}

/** Once rows have ended, their average cost replaces the estimate. */
function expectedCost({ costNanos, estimateNanos, ...rows }: StoredRun): number | null {
  const ran = rows.completedRows + rows.failedRows;
  const left = rows.pendingRows + rows.heldRows + rows.runningRows;
  if (ran === 0) return estimateNanos === null ? null : Number(estimateNanos);
  if (costNanos === null) return null;
  return Math.round(Number(costNanos) * (1 + left / ran));
}
