import { sheetLink } from '@/lib/server/bulk/sheet-link';
import { bulkRunView } from '@/lib/server/bulk/views/bulk-run-view';
import { columnsBut } from '@/lib/server/jobs/ledger/job-rows';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { ClaimedCallback } from '@/lib/server/webhooks/callback-ledger';
import { type BulkFile, type BulkRun, Prisma } from '@/prisma/generated/prisma/client';

/**
 * A message on a run, as the run is now.
 * @returns null if its content is no longer kept
 */
export async function runBody(
  ctx: Pick<ServerContext, 'db' | 'keys' | 'now'>,
  { runId, event, createdAt }: Pick<ClaimedCallback, 'runId' | 'event' | 'createdAt'>,
): Promise<{ body: string; traceparent: string | null } | null> {
  const [row] = await ctx.db.sql<
    Omit<BulkRun, 'workflow'> & Pick<BulkFile, 'format'> & { isKept: number | bigint }
  >(Prisma.sql`
    SELECT ${columns}, (SELECT "format" FROM "BulkFile" WHERE "BulkFile"."id" = "fileId") AS "format",
      CASE WHEN octet_length("workflow") IS NULL THEN 0 ELSE 1 END AS "isKept"
    FROM "BulkRun" WHERE "id" = ${runId}`);
  if (!row || Number(row.isKept) === 0) return null;
  const { format, metadata, traceparent } = row;
  const run = bulkRunView(row, ctx.now());
  const isEnd = event === 'ENDED';
  const body = JSON.stringify({
    type: isEnd ? 'bulk.ended' : 'bulk.progress',
    timestamp: createdAt.toISOString(),
    data: {
      bulkJobId: run.id,
      ...{ name: run.name, status: run.status, progress: run.progress },
      ...{ totalRows: run.totalRows, heldRows: run.heldRows, pendingRows: run.pendingRows },
      ...{ runningRows: run.runningRows, completedRows: run.completedRows, failedRows: run.failedRows },
      ...{ canceledRows: run.canceledRows, skippedRows: run.skippedRows },
      cost: run.costNanos === null ? null : run.costNanos / 1e9,
      downloadUrl: isEnd ? await sheetLink(ctx, run.id, { format }) : null,
      error: run.error,
      metadata: metadata === null ? null : JSON.parse(metadata),
    },
  });
  return { body, traceparent };
}

const columns = columnsBut(Prisma.BulkRunScalarFieldEnum, 'workflow');
