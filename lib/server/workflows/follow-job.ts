import type { Access } from '@/lib/config/access';
import type { Viewer } from '@/lib/server/auth/viewer';
import { type JobView, readJob } from '@/lib/server/workflows/get-job';
import { type WorkflowContext, workflowsOf } from '@/lib/server/workflows/run/workflow-runtime';

/** How often (ms) a job is looked at: another process may run it, and its signal may be lost. */
const LOOK_EVERY_MS = 1_000;

interface FollowOptions {
  /** How long to follow it at most, without an end if left out. */
  milliseconds?: number;
  /** Aborted once the caller has left. */
  signal?: AbortSignal | undefined;
  /** The access required for another user's job, as in readJob. */
  accountWide?: Access;
}

/**
 * A job as it is, then again each time something of it changes, and as it is at the end: once it has ended, the time is
 * up, the caller has left, or this process ends.
 * @throws AppError NOT_FOUND
 */
export async function* followJob(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  { milliseconds = Number.POSITIVE_INFINITY, signal, accountWide }: FollowOptions,
): AsyncGenerator<JobView> {
  const { events, store } = workflowsOf(ctx);
  const until = performance.now() + milliseconds;
  // Until the end: a process signals the end of a job to the others only if no caller follows the job in its own.
  const unfollow = events.listen(id, () => {});
  try {
    for (let state = '', isLast = false; !isLast; ) {
      // Before it is read, so that no change in between is missed.
      const changed = events.next(id, Math.min(LOOK_EVERY_MS, until - performance.now()), signal);
      const job = await readJob(ctx, viewer, id, accountWide);
      isLast = job.finishedAt !== null || performance.now() >= until || !!signal?.aborted || store.isEnding;
      if (isLast || stateOf(job) !== state) yield job;
      state = stateOf(job);
      if (!isLast) await changed;
    }
  } finally {
    unfollow();
  }
}

/** What a follower wants to know of a job. */
const stateOf = ({ status, steps }: JobView): string =>
  JSON.stringify([status, steps.map((step) => [step.status, step.attempts, step.waitingUntil])]);
