import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { SqlQueries } from '@/lib/server/database/database';
import { conflict } from '@/lib/server/errors';
import { deleteFiles } from '@/lib/server/files/file-contents';
import { changeAccounts } from '@/lib/server/jobs/ledger/account-storage';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { jobForWrite } from '@/lib/server/workflows/get-job';
import { Prisma } from '@/prisma/generated/prisma/client';

/**
 * Deletes a job that has ended, with its steps, outputs and attempts. Its execution stays in the account's usage.
 * @throws AppError NOT_FOUND; CONFLICT if it hasn't ended
 */
export async function deleteJob(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
): Promise<{ success: true }> {
  authorize(viewer, 'write');
  await workflowsOf(ctx).worker.writer.change(viewer.accountId, async (tx) => {
    const job = await jobForWrite(tx, ctx, viewer, id, { accountId: true, name: true, queueState: true });
    if (job.queueState !== 'ENDED') throw conflict("This job hasn't ended yet. Cancel it first.");
    await deleteJobs(tx, [id]);
    await recordAudit(tx, ctx, {
      action: 'job.delete',
      actor: viewer,
      accountId: job.accountId,
      entityId: id,
      details: { name: job.name },
    });
  });
  return { success: true };
}

/** Deletes jobs with all their rows and files, and gives their bytes back to their accounts. */
export async function deleteJobs(tx: SqlQueries, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return;
  await deleteFiles(tx, jobIds);
  const listed = tx.dialect.listed(jobIds);
  await changeAccounts(
    tx,
    Prisma.sql`
      SELECT "accountId", -sum("storedBytes") AS "bytes" FROM "Job" WHERE "id" IN ${listed} GROUP BY "accountId"`,
  );
  await tx.$executeRaw`DELETE FROM "Job" WHERE "id" IN ${listed}`;
}
