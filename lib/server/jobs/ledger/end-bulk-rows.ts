import type { JobEnd } from '@/lib/engine/run/run-store';
import { type ReportContext, type ReportedRun, reportProgress } from '@/lib/server/bulk/run-callbacks';
import type { SqlQueries } from '@/lib/server/database/database';
import { updateRows } from '@/lib/server/jobs/ledger/job-rows';
import { errorColumns } from '@/lib/server/jobs/ledger/step-columns';
import type { BulkRow, BulkRun } from '@/prisma/generated/prisma/client';

type CountedRun = ReportedRun & Pick<BulkRun, 'totalRows'> & { endedRows: number | bigint };

/**
 * Records the ends of jobs that are rows of bulk runs, with the runs' counts. Nearly all jobs are none, so this is one
 * look into an index.
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
      ...{ runId, position, status: end.status },
      ...errorColumns(end.error),
    })),
  );
  for (const [runId, ofRun] of Map.groupBy(ended, (row) => row.runId)) {
    const count = (status: JobEnd['status']) => ofRun.filter(({ end }) => end.status === status).length;
    const failed = count('FAILED');
    const costs = ofRun.map(({ end }) => end.costNanos);
    const cost = costs.includes(null) ? null : costs.reduce<number>((sum, nanos) => sum + (nanos ?? 0), 0);
    const [run] = await tx.$queryRaw<CountedRun[]>`
      UPDATE "BulkRun" SET "runningRows" = "runningRows" - ${ofRun.length},
        "completedRows" = "completedRows" + ${count('COMPLETED')}, "failedRows" = "failedRows" + ${failed},
        "canceledRows" = "canceledRows" + ${count('CANCELED')}, "newFailures" = "newFailures" + ${failed},
        "costNanos" = "costNanos" + ${cost}
      WHERE "id" = ${runId}
      RETURNING "id", "accountId", "callbacks", "totalRows",
        "completedRows" + "failedRows" + "canceledRows" + "skippedRows" AS "endedRows"`;
    if (run) await reportProgress(tx, ctx, run, Number(run.endedRows));
  }
}
