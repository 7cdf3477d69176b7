import type { SqlQueries } from '@/lib/server/database/database';
import { storableText } from '@/lib/server/jobs/ledger/job-rows';
import { type ReportContext, type ReportedRun, reportEnd } from '@/lib/server/jobs/ledger/report-bulk-runs';
import type { BulkRun, BulkStatus } from '@/prisma/generated/prisma/client';

type StoppableRun = Pick<BulkRun, 'stopAfterFailures' | 'newFailures' | 'stopAfterCost' | 'costNanos'> & {
  isRevoked: number | bigint;
};

type EndedRun = Pick<BulkRun, 'heldRows' | 'failedRows' | 'completedRows' | 'canceledRows'>;

/** Why a run starts no further rows. */
export interface RunStop {
  status: Extract<BulkStatus, 'STOPPED' | 'CANCELED'>;
  /** Null if its owner has canceled it. */
  code: string | null;
  message: string | null;
}

/** Why a run starts no further rows; null if it continues. */
export function stopOf({
  stopAfterFailures,
  newFailures,
  stopAfterCost,
  costNanos,
  isRevoked,
}: StoppableRun): RunStop | null {
  if (Number(isRevoked) === 1)
    return stopWith(
      'CANCELED',
      'FORBIDDEN',
      'The user or the API key that started the run may no longer do so.',
    );
  if (stopAfterFailures !== null && newFailures >= stopAfterFailures)
    return stopWith('STOPPED', 'BULK_STOPPED', `${newFailures} rows failed.`);
  if (stopAfterCost === null) return null;
  if (costNanos === null)
    return stopWith(
      'STOPPED',
      'BULK_STOPPED',
      "The price of a model isn't known, so neither is what the rows have cost.",
    );
  return BigInt(costNanos) >= BigInt(stopAfterCost)
    ? stopWith('STOPPED', 'BULK_STOPPED', 'The rows have cost as much as the run may.')
    : null;
}

export const stopWith = (status: RunStop['status'], code: string, message: string): RunStop => ({
  status,
  code,
  message,
});

export const workflowUnreadable = stopWith(
  'STOPPED',
  'STORED_RESULT_INVALID',
  "The stored workflow of the run can't be read. Start another run.",
);

export const rowsGone = stopWith('STOPPED', 'BULK_FILE_EXPIRED', 'The rows of the file are no longer kept.');

/**
 * Stops a run: it starts no further rows. Rows that haven't started keep their status, so that a retry finds them. The
 * run ends at once, or with its last row under way (end-bulk-rows.ts).
 */
export async function stopRun(
  tx: SqlQueries,
  ctx: ReportContext,
  run: ReportedRun,
  { status, code, message }: RunStop,
): Promise<void> {
  const now = ctx.now();
  const [stopped] = await tx.$queryRaw<Pick<BulkRun, 'runningRows'>[]>`
    UPDATE "BulkRun" SET "status" = ${status}, "stoppedAt" = ${now},
      "finishedAt" = CASE WHEN "runningRows" = 0 THEN ${now} ELSE "finishedAt" END,
      "errorCode" = ${code}, "errorMessage" = ${message === null ? null : storableText(message)}
    WHERE "id" = ${run.id} RETURNING "runningRows"`;
  if (stopped?.runningRows === 0) await reportEnd(tx, ctx, run);
}

/** Ends a run without waiting or running rows. */
export async function endRun(tx: SqlQueries, ctx: ReportContext, run: ReportedRun & EndedRun): Promise<void> {
  await tx.$executeRaw`
    UPDATE "BulkRun" SET "status" = ${finalStatus(run)}, "finishedAt" = ${ctx.now()} WHERE "id" = ${run.id}`;
  await reportEnd(tx, ctx, run);
}

function finalStatus({ heldRows, failedRows, completedRows, canceledRows }: EndedRun): BulkStatus {
  if (heldRows > 0) return 'TRIED';
  if (failedRows + canceledRows === 0) return 'COMPLETED';
  return completedRows === 0 ? 'FAILED' : 'COMPLETED_WITH_FAILURES';
}
