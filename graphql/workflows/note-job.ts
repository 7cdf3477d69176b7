import type { GraphQLResolveInfo } from 'graphql';
import { requestNotes } from '@/lib/server/runtime/runtime';
import type { JobView } from '@/lib/server/workflows/views/job-view';

/** Notes for the log and metrics which job a root field returns, and its status. */
export async function noteJob(job: Promise<JobView>, { path }: GraphQLResolveInfo): Promise<JobView> {
  const found = await job;
  const notes = requestNotes.getStore();
  if (notes) {
    notes.jobs ??= new Map();
    notes.jobs.set(path.key, { jobId: found.id, status: found.status, code: found.error?.code });
  }
  return found;
}
