import { countedAs } from '@/lib/engine/run/job-end';
import type { JobEnd } from '@/lib/engine/run/run-store';
import type { SqlQueries } from '@/lib/server/database/database';
import { updateRows } from '@/lib/server/jobs/ledger/job-rows';
import {
  type CountedRows,
  type ReportContext,
  type ReportedRun,
  reportEnd,
  reportProgress,
} from '@/lib/server/jobs/ledger/report-bulk-runs';
import { errorColumns } from '@/lib/server/jobs/ledger/step-columns';
import { type BulkRow, type BulkRowStatus, type BulkRun, Prisma } from '@/prisma/generated/prisma/client';

type EndingRun = ReportedRun &
  CountedRows &
  Pick<BulkRun, 'runningRows' | 'pendingRows'> & { isStopped: number | bigint };

/**
 * Records the ends of jobs that are rows of bulk runs, with the runs' counts. With its last row under way, a stopped
 * run ends; other runs may take further rows (fill-bulk-runs.ts). Nearly all jobs are none, so this is one look into an
 * index.
 */
export async function endBulkRows(
  tx: SqlQueries,
  ctx: ReportContext,
  ends: readonly { jobId: string; end: JobEnd }[],
): Promise<void> {
  if (ends.length === 0) return;
  const endOf = new Map(ends.map(({ jobId, end }) => [jobId, end]));
  const rows = await tx.$queryRaw<(Pick<BulkRow, 'runId' | 'position'> & { jobId: string })[]>`
    SELECT "runId", "position", "jobId" FROM "BulkRow"
    WHERE "jobId" IN ${tx.dialect.listed([...endOf.keys()])} AND "status" = 'RUNNING'`;
  if (rows.length === 0) return;
  const ended = rows.flatMap(({ jobId, ...row }) => {
    const end = endOf.get(jobId);
    return end ? [{ ...row, end }] : [];
  });
  await updateRows(
    tx,
    'BulkRow',
    ['runId', 'position'],
    ended.map(({ runId, position, end }) => ({
      ...{ runId, position, status: countedAs(end.status) },
      ...errorColumns(end.error),
    })),
  );
  for (const [runId, ofRun] of Map.groupBy(ended, (row) => row.runId)) {
    const count = (status: BulkRowStatus) =>
      ofRun.filter(({ end }) => countedAs(end.status) === status).length;
    const failed = count('FAILED');
    const costs = ofRun.map(({ end }) => end.costNanos);
    const cost = costs.includes(null) ? null : costs.reduce<number>((sum, nanos) => sum + (nanos ?? 0), 0);
    const [run] = await tx.$queryRaw<EndingRun[]>`
      UPDATE "BulkRun" SET "runningRows" = "runningRows" - ${ofRun.length},
        "completedRows" = "completedRows" + ${count('COMPLETED')}, "failedRows" = "failedRows" + ${failed},
        "canceledRows" = "canceledRows" + ${count('CANCELED')}, "newFailures" = "newFailures" + ${failed},
        "costNanos" = "costNanos" + ${cost}, "finishedAt" = CASE
          WHEN ${isStopped} AND "runningRows" = ${ofRun.length} THEN ${ctx.now()} ELSE "finishedAt" END
      WHERE "id" = ${runId}
      RETURNING "id", "accountId", "callbacks", "runningRows", "pendingRows",
        "totalRows", "completedRows", "failedRows", "canceledRows", "skippedRows",
        CASE WHEN ${isStopped} THEN 1 ELSE 0 END AS "isStopped"`;
    if (!run) continue;
    if (Number(run.isStopped) === 0) {
      // Nothing follows the report of the end, which comes with the last row.
      if (run.runningRows + run.pendingRows > 0) await reportProgress(tx, ctx, run);
    } else if (run.runningRows === 0) await reportEnd(tx, ctx, run);
  }
}

const isStopped = Prisma.sql`"status" IN ('STOPPED', 'CANCELED')`;
