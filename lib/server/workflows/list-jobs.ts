import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { listPage } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUsageUser } from '@/lib/server/users/find-user';
import { outcomesOf } from '@/lib/server/workflows/views/job-contents';
import { type JobView, readJobViews } from '@/lib/server/workflows/views/job-view';
import type { Page } from '@/lib/validation/lists';
import { type JobFilters, jobFilters } from '@/lib/validation/workflows';
import { Prisma } from '@/prisma/generated/prisma/client';
import { findJobs } from './find-jobs';
import { visibleJobs } from './get-job';

/**
 * Jobs, newest first: the caller's own, or for an admin the account's or one user's. Those of a bulk run's rows are listed
 * with their run alone: they would bury all others.
 * @throws AppError BAD_USER_INPUT; NOT_FOUND for a user whose jobs the caller can't see
 */
export async function listJobs(
  ctx: ServerContext,
  viewer: Viewer,
  { page, ...rest }: JobFilters & { page: Page },
): Promise<JobView[]> {
  authorize(viewer, 'read');
  const { userId, ...filters } = parseInput(jobFilters, rest);
  const owner = userId ? (await findUsageUser(ctx, viewer, userId)).id : undefined;
  const visible = visibleJobs(viewer);
  const { prisma: read, sql: rows } = ctx.db;
  const found = await listPage(
    page,
    (id) => read.job.findFirst({ where: { id, ...visible }, select: { id: true } }),
    (query) =>
      findJobs(
        read,
        {
          ...visible,
          ...(owner && { userId: owner }),
          filters,
        },
        query,
      ),
  );
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const jobs = await readJobViews(rows, Prisma.sql`"id" IN ${rows.dialect.listed(ids)}`, outcomesOf(found));
  const byId = new Map(jobs.map((job) => [job.id, job]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
