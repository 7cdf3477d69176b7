import { limits } from '@/lib/config/limits';
import { authorize, type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import { idPrefixes } from '@/lib/server/ids';
import { listPage, otherCursor } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type JobView, readJobViews } from '@/lib/server/workflows/views/job-view';
import { type Page, page as pageInput } from '@/lib/validation/lists';
import type { JobFilters } from '@/lib/validation/workflows';
import { Prisma } from '@/prisma/generated/prisma/client';
import { endOfSearch, findJobs } from './find-jobs';
import { readJobQuery } from './read-job-query';
import { outcomesOf } from './views/job-outcomes';

/** Jobs among a bounded number of jobs. */
export interface JobSearch {
  /**
   * The first that match.
   * @param limit 1,000 if it isn't given
   * @throws AppError BAD_USER_INPUT
   */
  jobs(limit?: number | null): Promise<JobView[]>;
  /** The last job that is looked at, the cursor of the next search; null if there are no others. */
  continueFrom: string | null;
}

/**
 * Jobs, newest first: the caller's own, or for an admin the account's or one user's. Those of a bulk run's rows are listed
 * with their run alone: they would bury all others. It looks at a bounded number of jobs, so that its time doesn't grow
 * with the number of jobs.
 * @throws AppError BAD_USER_INPUT; NOT_FOUND for a user or API key whose jobs the caller can't see
 */
export async function searchJobs(
  ctx: ServerContext,
  viewer: Viewer,
  { page: { after, before }, ...rest }: JobFilters & { page: Omit<Page, 'limit'> },
): Promise<JobSearch> {
  authorize(viewer, 'read');
  const asked = await readJobQuery(ctx, viewer, rest);
  const visible = visibleJobs(viewer);
  const { prisma: read, sql: rows } = ctx.db;
  const locate = (id: string) => read.job.findFirst({ where: { id, ...visible }, select: { id: true } });
  const wholeId = wholeIdIn(asked.filters);
  const id = wholeId && (await locate(wholeId))?.id;
  const query = { ...asked, id };
  const place = parseInput(pageInput, { after, before });
  const cursor = place.after ?? place.before;
  const from = cursor ? await locate(cursor) : undefined;
  if (from === null) throw otherCursor(after ? 'after' : 'before');
  const until = id
    ? null
    : await endOfSearch(read, query, limits.jobSearch.jobs, { isBackward: !place.after && !!cursor, from });
  return {
    continueFrom: until?.id ?? null,
    jobs: async (limit) => {
      const found = await listPage({ limit, after, before }, locate, (place) =>
        findJobs(read, query, place, until),
      );
      if (found.length === 0) return [];
      const ids = found.map(({ id }) => id);
      const jobs = await readJobViews(
        rows,
        Prisma.sql`"id" IN ${rows.dialect.listed(ids)}`,
        outcomesOf(found),
      );
      const byId = new Map(jobs.map((job) => [job.id, job]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  };
}

const idPattern = new RegExp(`^${idPrefixes.job}_[0-9a-z]{20}$`);

/** The id that a search names: that job is found however old it is. */
const wholeIdIn = ({ name, search }: Pick<JobFilters, 'name' | 'search'>): string | undefined =>
  `${name ?? ''} ${search ?? ''}`
    .toLowerCase()
    .split(/\s+/)
    .find((word) => idPattern.test(word));

/** The jobs of a search. @throws AppError as `searchJobs` */
export async function listJobs(
  ctx: ServerContext,
  viewer: Viewer,
  { page: { limit, ...place }, ...filters }: JobFilters & { page: Page },
): Promise<JobView[]> {
  return (await searchJobs(ctx, viewer, { page: place, ...filters })).jobs(limit);
}
