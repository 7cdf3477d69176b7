import { type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import type { ServerContext } from '@/lib/server/runtime/context';

/** How many jobs are named that run a job again. */
export const mostReruns = 5;

/** The ids of the newest jobs that run a job again and that the viewer may see, newest first. */
export async function findReruns(
  { db }: Pick<ServerContext, 'db'>,
  viewer: Viewer,
  jobId: string,
): Promise<string[]> {
  const reruns = await db.prisma.rerun.findMany({
    where: { ofJobId: jobId, job: visibleJobs(viewer) },
    // A server of the version before stores none.
    orderBy: { createdAt: { sort: 'desc', nulls: 'last' } },
    take: mostReruns,
    select: { jobId: true },
  });
  return reruns.map((rerun) => rerun.jobId);
}
