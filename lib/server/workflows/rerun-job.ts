import { limits } from '@/lib/config/limits';
import { checkModelsAgain } from '@/lib/engine/planning/plan-workflow';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { conflict } from '@/lib/server/errors';
import { type SentJob, sentWith } from '@/lib/server/jobs/ledger/load-jobs';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { jobForWrite } from '@/lib/server/workflows/cancel-job';
import { readJob, visibleJobs } from '@/lib/server/workflows/get-job';
import {
  acceptJob,
  checkCallbackReach,
  hashOf,
  invalidWorkflow,
  type StartOptions,
} from '@/lib/server/workflows/start-workflow';
import type { JobView } from '@/lib/server/workflows/views/job-view';
import { workflowCall } from '@/lib/validation/workflows';

/**
 * Stores the workflow of a job as a new job of the viewer's, with the file and metadata that were sent. Its models are
 * chosen anew unless its steps name them.
 * @returns the new job, QUEUED; for a call with an idempotency key that was sent before, the earlier one as it is
 * @throws AppError NOT_FOUND; CONFLICT if its content is no longer kept, or the key was used for another input;
 *   WORKFLOW_INVALID if it names a model that is no longer there, or a callback that this server no longer
 *   sends; ACCOUNT_CANCELED, PLAN_LIMIT_REACHED, QUEUE_FULL,
 *   STORAGE_FULL
 */
export async function rerunJob(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  options: Pick<StartOptions, 'idempotencyKey' | 'traceparent'>,
): Promise<JobView> {
  authorize(viewer, 'write');
  const { idempotencyKey } = parseInput(workflowCall, options);
  const keyedInput = { rerunJob: id };
  const earlier = idempotencyKey && (await startedBefore(ctx, viewer, idempotencyKey, hashOf(keyedInput)));
  if (earlier) return readJob(ctx, viewer, earlier.id, 'write');
  const sent = await sentJob(ctx, viewer, id);
  const { catalog, providerNames } = workflowsOf(ctx).engine;
  const { steps, callbacks } = sent.workflow;
  const faults = [
    ...checkModelsAgain(steps, { catalog, providers: providerNames }),
    ...checkCallbackReach(ctx, callbacks),
  ];
  if (faults.length > 0) throw invalidWorkflow(faults);
  return acceptJob(ctx, viewer, sent, {
    ...{ idempotencyKey, traceparent: options.traceparent },
    ...{ isAwaited: false, keyedInput },
  });
}

/** The job of an earlier call with the same key, whatever has become of the job that it ran again. */
const startedBefore = (
  { db, now }: WorkflowContext,
  viewer: Viewer,
  idempotencyKey: string,
  inputHash: string,
): Promise<{ id: string } | null> =>
  db.prisma.job.findFirst({
    where: {
      ...{ idempotencyKey, inputHash, ...visibleJobs(viewer, 'admin:write') },
      createdAt: { gt: new Date(now().getTime() - limits.idempotency.lifetime) },
    },
    select: { id: true },
  });

/** The input of a job that the viewer may change. */
async function sentJob(ctx: WorkflowContext, viewer: Viewer, id: string): Promise<SentJob> {
  const columns = { id: true, workflow: true, slots: true, metadata: true };
  const job = await jobForWrite(ctx.db.prisma, ctx, viewer, id, columns);
  const sent = sentWith(job);
  if (!sent)
    throw conflict("This job's workflow is no longer kept. Send the workflow again with orchestrate.");
  return sent;
}
