import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { conflict } from '@/lib/server/errors';
import { deleteJobs } from '@/lib/server/jobs/ledger/delete-jobs';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { jobForWrite } from '@/lib/server/workflows/cancel-job';

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
