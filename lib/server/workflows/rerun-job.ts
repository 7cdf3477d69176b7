import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { type SentJob, sentWith } from '@/lib/server/jobs/ledger/sent-job';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { acceptJob, hashOf, startedBefore } from '@/lib/server/workflows/accept-job';
import { jobForWrite, readJob } from '@/lib/server/workflows/get-job';
import { prepareRerun, type RerunChoice, workflowGone } from '@/lib/server/workflows/prepare-rerun';
import type { StartOptions } from '@/lib/server/workflows/start-workflow';
import type { JobView } from '@/lib/server/workflows/views/job-view';
import { workflowCall } from '@/lib/validation/workflows';

/**
 * Stores the workflow of a job as a new job of the viewer's, with the file and metadata that were sent. Its models are
 * chosen anew unless its steps name them. From a step on, the steps before it keep what they had.
 * @param options.unlessRerun refuses it if the job was run again before
 * @returns the new job, QUEUED unless it has begun; for a call with an idempotency key that was sent before, the earlier one
 *   as it is
 * @throws AppError NOT_FOUND; CONFLICT if its content is gone, the key belongs to another input, a reused job is under
 *   way, or `unlessRerun` refuses it; WORKFLOW_INVALID as `prepareRerun`; ACCOUNT_CANCELED, PLAN_LIMIT_REACHED,
 *   QUEUE_FULL, STORAGE_FULL
 */
export async function rerunJob(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  {
    fromStep,
    changes,
    unlessRerun,
    ...options
  }: RerunChoice &
    Pick<StartOptions, 'idempotencyKey' | 'traceparent' | 'signal'> & { unlessRerun?: boolean },
): Promise<JobView> {
  authorize(viewer, 'write');
  // The new job has earlier outputs at once.
  if (fromStep != null) authorize(viewer, 'read');
  const { idempotencyKey } = parseInput(workflowCall, options);
  const keyedInput = { rerunJob: id, ...(fromStep != null && { fromStep }), ...(changes && { changes }) };
  const earlier = idempotencyKey && (await startedBefore(ctx, viewer, idempotencyKey, hashOf(keyedInput)));
  if (earlier) return readJob(ctx, viewer, earlier.id, 'write');
  const choice = { fromStep, changes };
  const { sent, reused } = await preparedJob(ctx, viewer, id, choice, options.signal);
  return acceptJob(ctx, viewer, sent, {
    ...{ idempotencyKey, traceparent: options.traceparent, isAwaited: false, keyedInput },
    rerun: { of: id, reused, unlessRerun: unlessRerun ?? false },
  });
}

/** @throws AppError if `rerunJob` would refuse to run a job again, except for the account's limits */
export async function checkRerun(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  await preparedJob(ctx, viewer, id, {}, signal);
}

/** A job as it's to run again, and the steps that needn't run, by position. */
async function preparedJob(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  choice: RerunChoice,
  signal?: AbortSignal,
): Promise<{ sent: SentJob; reused: number[] }> {
  const { finishedAt, sent } = await sentJob(ctx, viewer, id);
  const prepared = await prepareRerun(ctx, viewer, { id, finishedAt, sent }, choice, signal);
  const { workflow, slots, reused } = prepared;
  return { sent: { ...sent, workflow, slots }, reused: [...reused] };
}

/** The input of a job that the viewer may change, and when the job ended. */
async function sentJob(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
): Promise<{ sent: SentJob; finishedAt: Date | null }> {
  const columns = { id: true, workflow: true, slots: true, metadata: true, finishedAt: true };
  const { finishedAt, ...job } = await jobForWrite(ctx.db.prisma, ctx, viewer, id, columns);
  const sent = sentWith(job);
  if (!sent) throw workflowGone();
  return { sent, finishedAt };
}
