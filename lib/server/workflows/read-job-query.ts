import type { Access } from '@/lib/config/access';
import { limits } from '@/lib/config/limits';
import { NO_KEY } from '@/lib/rules/api-key-display';
import { type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import { notFound } from '@/lib/server/errors';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUsageUser } from '@/lib/server/users/find-user';
import { type JobFilters, jobFilters } from '@/lib/validation/workflows';
import { endOfSearch, findJobs, type JobQuery } from './find-jobs';

/**
 * The jobs that a caller's filters choose, if the caller may see them.
 * @param accountWide the access required for another user's jobs
 * @throws AppError BAD_USER_INPUT; NOT_FOUND for a user or API key whose jobs the caller can't see
 */
export async function readJobQuery(
  ctx: ServerContext,
  viewer: Viewer,
  input: JobFilters,
  accountWide?: Access,
): Promise<JobQuery> {
  const { userId, ...filters } = parseInput(jobFilters, input);
  const owner = userId ? (await findUsageUser(ctx, viewer, userId)).id : undefined;
  const visible = visibleJobs(viewer, accountWide);
  const { apiKeyId } = filters;
  if (apiKeyId && apiKeyId !== NO_KEY && !(await hasKey(ctx, visible, apiKeyId))) throw notFound('API key');
  return { ...visible, ...(owner && { userId: owner }), filters };
}

/**
 * Whether a key belongs to the account, or to the user. A deleted one is known by its executions, or by a recent job. No
 * index finds the jobs of a key, so as many are looked at as by a search.
 */
async function hasKey(
  { db: { prisma } }: ServerContext,
  visible: ReturnType<typeof visibleJobs>,
  id: string,
): Promise<boolean> {
  const { accountId, userId } = visible;
  const key = await prisma.apiKey.findFirst({
    where: { id, accountId, ...(userId && { userId }) },
    select: { id: true },
  });
  if (key) return true;
  const subject = userId
    ? ({ grain: 'USER_API_KEY', subjectId: userId, templateId: id } as const)
    : ({ grain: 'API_KEY', subjectId: id, templateId: '' } as const);
  const used = await prisma.dailyUsage.findFirst({ where: { accountId, ...subject }, select: { day: true } });
  if (used) return true;
  const jobs: JobQuery = { ...visible, filters: { apiKeyId: id, withBulkRows: true } };
  const until = await endOfSearch(prisma, jobs, limits.jobSearch.jobs);
  return (await findJobs(prisma, jobs, { take: 1 }, until)).length > 0;
}
