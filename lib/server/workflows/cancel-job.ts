import { hasCompleted } from '@/lib/rules/job-status';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { conflict } from '@/lib/server/errors';
import { canceled, endJobs } from '@/lib/server/jobs/ledger/end-jobs';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { awaitEnd } from '@/lib/server/workflows/follow-job';
import { jobForWrite, readJob } from '@/lib/server/workflows/get-job';
import type { JobView } from '@/lib/server/workflows/views/job-view';

/** How long the call waits for the calls of models to end. */
const PATIENCE_MS = 2_000;

/**
 * Stops a job: waiting steps are skipped, and model calls under way are ended; their costs are recorded. A job that was
 * canceled before stays as it is.
 * @throws AppError NOT_FOUND; CONFLICT if it has completed or failed
 */
export async function cancelJob(ctx: WorkflowContext, viewer: Viewer, id: string): Promise<JobView> {
  authorize(viewer, 'write');
  const { worker, events } = workflowsOf(ctx);
  const isHeld = await worker.writer.change(viewer.accountId, async (tx) => {
    const columns = { accountId: true, name: true, status: true, cancelRequestedAt: true };
    const job = await jobForWrite(tx, ctx, viewer, id, columns);
    if (hasCompleted(job.status)) throw conflict('This job has already completed.');
    if (job.status === 'FAILED') throw conflict('This job has already failed.');
    if (job.status === 'CANCELED') return false;
    if (job.cancelRequestedAt) return true;
    const { queueState, workerId } = await tx.job.update({
      where: { id },
      data: { cancelRequestedAt: ctx.now() },
      select: { queueState: true, workerId: true },
    });
    await recordAudit(tx, ctx, {
      action: 'job.cancel',
      actor: viewer,
      accountId: job.accountId,
      entityId: id,
      details: { name: job.name },
    });
    if (queueState === 'DISPATCHED' && workerId !== null) return true;
    await endJobs(tx, ctx, [id], canceled);
    return false;
  });
  if (isHeld) {
    await worker.cancel({ id, accountId: viewer.accountId });
    await awaitEnd(ctx, id, { milliseconds: PATIENCE_MS });
  } else events.notify([id]);
  return readJob(ctx, viewer, id, 'admin:write');
}
