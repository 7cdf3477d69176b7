import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { getJob, type JobView, readJob } from '@/lib/server/workflows/get-job';
import { type WorkflowContext, workflowsOf } from '@/lib/server/workflows/run/workflow-runtime';

/** How often (ms) a job is looked at that another process may run. */
const LOOK_EVERY_MS = 1_000;

/**
 * A job as it is, then again each time something of it changes, until it has ended.
 * @param signal aborted once the caller has left
 * @throws AppError NOT_FOUND
 */
export async function jobUpdates(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<JobView>> {
  authorize(viewer, 'read');
  const first = await getJob(ctx, viewer, id);
  return follow(ctx, viewer, first, signal);
}

async function* follow(
  ctx: WorkflowContext,
  viewer: Viewer,
  first: JobView,
  signal: AbortSignal,
): AsyncGenerator<JobView> {
  const { events } = workflowsOf(ctx);
  let job = first;
  yield job;
  while (job.finishedAt === null && !signal.aborted) {
    const changed = events.next(job.id, LOOK_EVERY_MS, signal);
    const present = await readJob(ctx, viewer, job.id);
    if (stateOf(present) !== stateOf(job)) {
      job = present;
      yield job;
    } else await changed;
  }
}

/** What a follower wants to know of a job. */
const stateOf = ({ status, steps }: JobView): string =>
  JSON.stringify([status, steps.map((step) => [step.status, step.attempts, step.waitingUntil])]);
