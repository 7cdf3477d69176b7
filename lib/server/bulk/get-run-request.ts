import { type SentWorkflow, sentWorkflow } from '@/lib/engine/planning/sent-workflow';
import type { RunCallback } from '@/lib/server/jobs/ledger/report-bulk-runs';
import { jsonValue } from '@/lib/server/jobs/ledger/step-columns';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import { Prisma } from '@/prisma/generated/prisma/client';

/**
 * The workflow of a run as it can be sent again; null for a batch, and once it's no longer kept.
 * @param id of a run that the caller may see
 * @throws AppError RESPONSE_TOO_LARGE if the response has no space for it
 */
export async function workflowOfRun(
  { db }: Pick<ServerContext, 'db'>,
  id: string,
  budget: ContentBudget,
): Promise<SentWorkflow | null> {
  const [size] = await db.sql<{ bytes: number | bigint | null }>(Prisma.sql`
    SELECT octet_length("workflow") + coalesce(octet_length("metadata"), 0) AS "bytes" FROM "BulkRun"
    WHERE "id" = ${id} AND "kind" = 'WORKFLOW'`);
  if (size?.bytes == null) return null;
  budget.take(Number(size.bytes));
  const run = await db.prisma.bulkRun.findUnique({
    where: { id },
    select: { workflow: true, metadata: true },
  });
  return run?.workflow == null ? null : sentWorkflow(JSON.parse(run.workflow), jsonValue(run.metadata));
}

/** Where a run's progress and end are reported; none once they are no longer kept. */
export async function receiversOfRun({ db }: Pick<ServerContext, 'db'>, id: string): Promise<RunCallback[]> {
  const run = await db.prisma.bulkRun.findUnique({ where: { id }, select: { callbacks: true } });
  return run?.callbacks == null ? [] : JSON.parse(run.callbacks);
}
