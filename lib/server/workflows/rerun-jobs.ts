import { createHash } from 'node:crypto';
import { authorize, type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import { AppError } from '@/lib/server/errors';
import { RerunBefore } from '@/lib/server/jobs/ledger/reuse-steps';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { turns } from '@/lib/server/runtime/fair-turns';
import { hashOf } from '@/lib/server/workflows/accept-job';
import { chooseJobs } from '@/lib/server/workflows/choose-reruns';
import type { FailedJobs, RerunFilters } from '@/lib/server/workflows/find-failed-jobs';
import { rerunJob } from '@/lib/server/workflows/rerun-job';
import type { StartOptions } from '@/lib/server/workflows/start-workflow';
import { workflowCall } from '@/lib/validation/workflows';

/** The jobs that a call has started, and the others. */
export interface RerunJobsResult extends Omit<FailedJobs, 'ids'> {
  /** The new jobs, in the order of the earlier ones: newest first. */
  started: string[];
}

/**
 * Runs failed or canceled jobs that match filters, or are named, again, each as a new job of the viewer's, newest first. A job that was
 * run again before is skipped, also if another call is running it. Refused jobs are too, each with its code.
 * One audit event reports the chosen jobs. With a key, a call that broke off is repeated for the same jobs. If the
 * account can't take any of them, nothing is stored.
 * @throws AppError BAD_USER_INPUT; NOT_FOUND for a job, or a user whose jobs, the caller can't see; CONFLICT if the key was used for
 *   another input; ACCOUNT_CANCELED, PLAN_LIMIT_REACHED, QUEUE_FULL, STORAGE_FULL if the account can't take any of the jobs
 */
export async function rerunJobs(
  ctx: WorkflowContext,
  viewer: Viewer,
  filters: RerunFilters,
  options: Pick<StartOptions, 'idempotencyKey' | 'traceparent' | 'signal'>,
): Promise<RerunJobsResult> {
  authorize(viewer, 'write');
  // Filters say which jobs there are.
  if (Object.values(filters).some((value) => value != null)) authorize(viewer, 'read');
  const { idempotencyKey } = parseInput(workflowCall, options);
  // The same key is another call for another person, and once a person sees other jobs.
  const { userId: only = null } = visibleJobs(viewer, 'admin:write');
  const inputHash = hashOf({ rerunJobs: filters, userId: viewer.user.id, only });
  const call = idempotencyKey ? { accountId: viewer.accountId, idempotencyKey, inputHash } : null;
  const { ids, ...found } = await chooseJobs(ctx, viewer, filters, { call, signal: options.signal });
  const result: RerunJobsResult = { ...found, started: [] };
  for (const id of ids) {
    await turns.begin(viewer.accountId);
    try {
      const { traceparent } = options;
      const key = idempotencyKey ? keyOfJob(idempotencyKey, id) : null;
      const job = await rerunJob(ctx, viewer, id, { traceparent, idempotencyKey: key, unlessRerun: true });
      result.started.push(job.id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const code = error instanceof RerunBefore ? 'ALREADY_RERUN' : error.code;
      result.leftOut.push({ jobId: id, code, message: error.message });
    }
  }
  return result;
}

/** The key of one job's own call: however often all of them are repeated, it runs again once. */
const keyOfJob = (key: string, jobId: string): string =>
  `rerunJobs-${createHash('sha256').update(`${key} ${jobId}`).digest('hex')}`;
