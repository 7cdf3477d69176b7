import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { followJob } from '@/lib/server/workflows/follow-job';
import { getJob } from '@/lib/server/workflows/get-job';
import type { JobView } from '@/lib/server/workflows/views/job-view';

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
