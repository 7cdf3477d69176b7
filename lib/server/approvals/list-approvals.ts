import { authorize, type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import { listPage, type PageQuery } from '@/lib/server/list-page';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUsageUser } from '@/lib/server/users/find-user';
import type { Page } from '@/lib/validation/lists';
import { type Approval, type Job, type JobStep, Prisma } from '@/prisma/generated/prisma/client';

/** A step that waits for a person. */
export type OpenApproval = Pick<Approval, 'id' | 'jobId' | 'userId' | 'requestedAt' | 'expiresAt'> &
  Pick<JobStep, 'stepId'> &
  Pick<Job, 'name'>;

/**
 * The steps that wait for a person, newest first: of the caller's own jobs, or for an admin of the account's.
 * @throws AppError BAD_USER_INPUT; NOT_FOUND for a user whose jobs the caller can't see
 */
export async function listApprovals(
  ctx: ServerContext,
  viewer: Viewer,
  { page, userId: ofUser }: { page: Page; userId?: string | null | undefined },
): Promise<OpenApproval[]> {
  authorize(viewer, 'read');
  const { db } = ctx;
  const owner = ofUser ? { userId: (await findUsageUser(ctx, viewer, ofUser)).id } : {};
  const visible: ReturnType<typeof visibleJobs> = { ...visibleJobs(viewer), ...owner };
  // Jobs belong to the account of their user. Each condition has an index of its own.
  const { userId } = visible;
  const listed = userId
    ? Prisma.sql`"Approval"."userId" = ${userId}`
    : Prisma.sql`"Approval"."accountId" = ${visible.accountId}`;
  const find = ({ take, from }: PageQuery<Pick<Approval, 'id' | 'requestedAt'>>) =>
    db.sql<OpenApproval>(Prisma.sql`
      SELECT "Approval"."id", "Approval"."jobId", "Approval"."userId", "requestedAt", "expiresAt", "stepId", "name"
      FROM "Approval" JOIN "Job" ON "Job"."id" = "Approval"."jobId" JOIN "JobStep"
        ON "JobStep"."jobId" = "Approval"."jobId" AND "JobStep"."position" = "Approval"."position"
      WHERE ${listed} AND "state" = 'PENDING' ${from ? Prisma.sql`AND ("requestedAt", "Approval"."id") ${Prisma.raw(take < 0 ? '>=' : '<=')} (${from.requestedAt}, ${from.id})` : Prisma.empty}
      ORDER BY "requestedAt" ${Prisma.raw(take < 0 ? 'ASC' : 'DESC')}, "Approval"."id" ${Prisma.raw(take < 0 ? 'ASC' : 'DESC')}
      LIMIT ${Math.abs(take)}`);
  return listPage(
    page,
    (id) =>
      db.prisma.approval.findFirst({ where: { id, ...visible }, select: { id: true, requestedAt: true } }),
    async (query) => (query.take < 0 ? (await find(query)).reverse() : find(query)),
  );
}
