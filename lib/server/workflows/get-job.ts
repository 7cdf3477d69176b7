import { type Access, allows } from '@/lib/config/access';
import { authorize, type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import { reauthorize } from '@/lib/server/auth/write-as';
import type { Queries } from '@/lib/server/database/database';
import { notFound } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type JobView, readJobViews, withoutRequest } from '@/lib/server/workflows/views/job-view';
import { Prisma } from '@/prisma/generated/prisma/client';

/**
 * One job, as it is now.
 * @throws AppError NOT_FOUND, alike for an unknown id, a colleague's job and another account's
 */
export async function getJob(ctx: ServerContext, viewer: Viewer, id: string): Promise<JobView> {
  authorize(viewer, 'read');
  return readJob(ctx, viewer, id);
}

/**
 * The same for a caller that has just started or stopped the job, which needs no other access. Its request is
 * for its user and the account's admins alone: an idempotency key may return a colleague's job.
 * @param accountWide the access required for another user's job
 */
export async function readJob(
  { db }: Pick<ServerContext, 'db'>,
  viewer: Viewer,
  id: string,
  accountWide: Access = 'admin:read',
): Promise<JobView> {
  const { accountId, userId = null } = visibleJobs(viewer, accountWide);
  const [job] = await readJobViews(
    db.sql,
    Prisma.sql`"id" = ${id} AND "accountId" = ${accountId} AND "userId" = coalesce(${userId}, "userId")`,
  );
  if (!job) throw notFound('Job');
  const maySee = job.userId === viewer.user.id || allows(viewer, 'admin:read');
  return maySee ? job : withoutRequest(job);
}

/**
 * A job that the viewer may change, with the viewer's access read again: in the transaction of the change, if it changes.
 * @param select its columns
 * @throws AppError NOT_FOUND, UNAUTHENTICATED, FORBIDDEN
 */
export async function jobForWrite<const Select extends Prisma.JobSelect>(
  tx: Queries,
  ctx: Pick<ServerContext, 'now'>,
  viewer: Viewer,
  id: string,
  select: Select,
): Promise<Prisma.JobGetPayload<{ select: Select }>> {
  const present = await reauthorize(tx, ctx, viewer, 'write');
  const job = await tx.job.findFirst({
    where: { id, ...visibleJobs(present, 'admin:write') },
    select,
  });
  if (!job) throw notFound('Job');
  return job;
}

/** How many jobs are named that run a job again. */
export const mostNamedReruns = 5;

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
    take: mostNamedReruns,
    select: { jobId: true },
  });
  return reruns.map((rerun) => rerun.jobId);
}
