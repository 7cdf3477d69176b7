import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { SqlReader } from '@/lib/server/database/database';
import { notFound } from '@/lib/server/errors';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { type JobView, readJobViews } from '@/lib/server/workflows/views/job-view';
import { Prisma } from '@/prisma/generated/prisma/client';
import { getJob } from './get-job';

/** The least time (ms) between two events of a job, unless the second is its end. */
const EVENT_GAP_MS = 100;

interface AwaitOptions {
  milliseconds: number;
  /** Aborted once nothing is to be awaited any longer. */
  signal?: AbortSignal;
}

/**
 * Waits until a job has ended or is gone, the time is up, the signal is aborted, or this process ends. If no worker is
 * alive, it doesn't begin to wait. It reads nothing of the job but its state.
 */
export async function awaitEnd(
  ctx: WorkflowContext,
  id: string,
  { milliseconds, signal }: AwaitOptions,
): Promise<void> {
  const { events, worker, workers } = workflowsOf(ctx);
  const until = performance.now() + milliseconds;
  const follower = events.follow(id);
  try {
    for (;;) {
      const left = until - performance.now();
      if (follower.state === null || follower.state?.hasEnded) return;
      if (left <= 0 || signal?.aborted || worker.isStopping || workers.areMissing) return;
      await follower.next(left, signal);
    }
  } finally {
    follower.leave();
  }
}

/**
 * A job as it is, then again when something of it has changed, and as it is once it has ended or this process ends.
 * Changes in quick succession become one event. The caller may see the job.
 * @param signal aborted once the caller has left
 * @throws AppError NOT_FOUND once the job is gone
 */
export async function* followJob(
  ctx: WorkflowContext,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<JobView> {
  const { events, worker } = workflowsOf(ctx);
  const follower = events.follow(id);
  let sent = -1;
  let sentAt = Number.NEGATIVE_INFINITY;
  try {
    while (!signal.aborted) {
      const { state } = follower;
      if (state === null) throw notFound('Job');
      const wait = state?.hasEnded || worker.isStopping ? 0 : sentAt + EVENT_GAP_MS - performance.now();
      if (!worker.isStopping && (state === undefined || state.revision <= sent))
        await follower.next(Number.POSITIVE_INFINITY, signal);
      else if (wait > 0) await follower.next(wait, signal);
      else {
        const job = await follower.read(readFollowedJob);
        if (!job) throw notFound('Job');
        const isLast = job.finishedAt !== null || worker.isStopping;
        if (isLast || job.revision > sent) yield job;
        if (isLast) return;
        sent = Math.max(sent, job.revision);
        sentAt = performance.now();
      }
    }
  } finally {
    follower.leave();
  }
}

async function readFollowedJob(rows: SqlReader, id: string): Promise<JobView | null> {
  const [job] = await readJobViews(rows, Prisma.sql`"id" = ${id}`);
  return job ?? null;
}

/**
 * A job as it is, then again each time something of it changes, until it has ended.
 * @param signal aborted once the caller has left
 * @throws AppError NOT_FOUND, before the first one
 */
export async function jobUpdates(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<JobView>> {
  authorize(viewer, 'read');
  await getJob(ctx, viewer, id);
  return followJob(ctx, id, signal);
}
