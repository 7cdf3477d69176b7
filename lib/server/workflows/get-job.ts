import { type Access, allows } from '@/lib/config/access';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { notFound } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type JobView, readJobViews, withoutRequest } from '@/lib/server/workflows/views/job-view';
import { Prisma } from '@/prisma/generated/prisma/client';

/**
 * Which jobs a viewer may see or change: their own, or for an admin all of the account.
 * @param accountWide the access required for another user's job
 */
export const visibleJobs = (
  viewer: Viewer,
  accountWide: Access = 'admin:read',
): { accountId: string; userId?: string } => ({
  accountId: viewer.accountId,
  ...(allows(viewer, accountWide) ? {} : { userId: viewer.user.id }),
});

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
