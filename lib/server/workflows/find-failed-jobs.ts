import type { Access } from '@/lib/config/access';
import { limits } from '@/lib/config/limits';
import { type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import type { SqlReader } from '@/lib/server/database/database';
import { AppError, badInput, notFound } from '@/lib/server/errors';
import { RerunBefore } from '@/lib/server/jobs/ledger/reuse-steps';
import { newestFirst, otherCursor } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { endOfSearch, findJobs } from '@/lib/server/workflows/find-jobs';
import { readJobQuery } from '@/lib/server/workflows/read-job-query';
import { type JobFilters, rerunIds, rerunLimit } from '@/lib/validation/workflows';
import { type Job, Prisma } from '@/prisma/generated/prisma/client';

/** Filters of listJobs, and how many jobs at most; or ids. */
export type RerunFilters = Omit<JobFilters, 'bulkJobId' | 'status' | 'withBulkRows'> & {
  /** FAILED by default. */
  status?: 'FAILED' | 'CANCELED' | null | undefined;
  limit?: number | null | undefined;
  /** Only jobs that follow this one in the list. */
  after?: string | null | undefined;
  /** These jobs, in place of filters. */
  jobIds?: readonly string[] | null | undefined;
};

/** A job that matches filters, or is named, and doesn't run again. */
export interface LeftOutJob {
  jobId: string;
  /** Of the refusal, or `ALREADY_RERUN` or `CONTENT_REMOVED`. */
  code: string;
  message: string;
}

/** Jobs that failed or were canceled, and can run again. */
export interface FailedJobs {
  /** Newest first. */
  ids: string[];
  /** The refused jobs before the last chosen one. */
  leftOut: LeftOutJob[];
  /** Whether jobs are left that weren't looked at, or that match the filters and weren't run again. */
  hasMore: boolean;
  /** The last job that was looked at, after which a search for further ones begins; null if all were and none matched. */
  lastId: string | null;
}

interface Search {
  /** The access required for another user's jobs. */
  accountWide: Access;
  /** Whether a job can run again now: otherwise, the search continues with the next one. @throws AppError */
  check(id: string): Promise<void>;
}

/**
 * Finds jobs that match filters, weren't run again, and can run again, newest first. Looks at a bounded number of jobs.
 * Of jobs that are named by their ids, it's all that can run again.
 * @throws AppError BAD_USER_INPUT, also for an `after` that the caller can't see; NOT_FOUND for such a user, API key, or id
 */
export async function findFailedJobs(
  ctx: ServerContext,
  viewer: Viewer,
  { jobIds, ...choice }: RerunFilters,
  search: Search,
): Promise<FailedJobs> {
  if (jobIds) return checkNamedJobs(ctx, viewer, { jobIds, others: choice }, search);
  const { limit, after, status, ...filters } = choice;
  const { accountWide, check } = search;
  const { limit: most } = parseInput(rerunLimit, { limit });
  const { refused } = limits.rerunJobs;
  const visible = visibleJobs(viewer, accountWide);
  const asked = await readJobQuery(ctx, viewer, { ...filters, status: status ?? 'FAILED' }, accountWide);
  const query = { ...asked, isNotRerun: true };
  const { prisma: read } = ctx.db;
  const from = after
    ? await read.job.findFirst({ where: { id: after, ...visible }, select: { id: true } })
    : null;
  if (after && !from) throw otherCursor('after');
  // Any number of jobs may have been run again, or not match.
  const until = await endOfSearch(read, query, limits.jobSearch.jobs, {
    isBackward: false,
    ...(from && { from }),
  });
  // One more than it can go through; the cursor's own row may be among them.
  const page = await findJobs(read, query, { take: most + refused + 1, ...(from && { from }) }, until);
  const listed = page.filter(({ id }) => id !== after);
  const found: FailedJobs = { ids: [], leftOut: [], hasMore: false, lastId: null };
  const kept = await keptJobs(
    ctx.db.sql,
    listed.map(({ id }) => id),
  );
  for (const { id } of listed) {
    if (found.ids.length === most || found.leftOut.length === refused) return { ...found, hasMore: true };
    found.lastId = id;
    const reason = kept.has(id) ? await refusalOf(check(id)) : contentRemoved;
    if (reason) found.leftOut.push({ jobId: id, ...reason });
    else found.ids.push(id);
  }
  return until ? { ...found, hasMore: true, lastId: until.id } : found;
}

/** Which of the named jobs can run again, newest first. All are refused if the caller can't see one of them. */
async function checkNamedJobs(
  ctx: ServerContext,
  viewer: Viewer,
  { jobIds, others }: { jobIds: readonly string[]; others: Omit<RerunFilters, 'jobIds'> },
  { accountWide, check }: Search,
): Promise<FailedJobs> {
  if (Object.values(others).some((value) => value != null))
    throw badInput({ jobIds: 'Send either jobIds or filters, not both.' });
  const ids = [...new Set(parseInput(rerunIds, { jobIds }).jobIds)];
  const { prisma: read, sql } = ctx.db;
  const jobs = await read.job.findMany({
    where: { id: { in: ids }, ...visibleJobs(viewer, accountWide) },
    select: { id: true, status: true, bulkRunId: true },
    orderBy: newestFirst,
  });
  if (jobs.length < ids.length) throw notFound('Job');
  const reruns = await read.rerun.findMany({ where: { ofJobId: { in: ids } }, select: { ofJobId: true } });
  const areRerun = new Set(reruns.map(({ ofJobId }) => ofJobId));
  const kept = await keptJobs(sql, ids);
  const found: FailedJobs = { ids: [], leftOut: [], hasMore: false, lastId: null };
  for (const job of jobs) {
    const { id } = job;
    const reason =
      reasonOf(job) ??
      (areRerun.has(id) ? alreadyRerun : kept.has(id) ? await refusalOf(check(id)) : contentRemoved);
    if (reason) found.leftOut.push({ jobId: id, ...reason });
    else found.ids.push(id);
  }
  return found;
}

type Reason = Omit<LeftOutJob, 'jobId'>;

/** Why no filter would choose a job; null if one would. */
function reasonOf({ status, bulkRunId }: Pick<Job, 'status' | 'bulkRunId'>): Reason | null {
  if (status === 'QUEUED' || status === 'RUNNING') return isUnderWay;
  if (status !== 'FAILED' && status !== 'CANCELED') return hasNotFailed;
  return bulkRunId === null ? null : isBulkRow;
}

const code = 'CONFLICT';
const isUnderWay = { code, message: 'This job is still under way. Wait for its end, or cancel it.' };
const hasNotFailed = { code, message: 'This job has completed. Run it again with rerunJob.' };
const isBulkRow = { code, message: 'This job is a row of a bulk run. Retry it with retryBulkFailures.' };
const alreadyRerun = { code: 'ALREADY_RERUN', message: new RerunBefore().message };
const contentRemoved = { code: 'CONTENT_REMOVED', message: "This job's workflow is no longer kept." };

/** Of these jobs, those with their workflow. */
async function keptJobs(rows: SqlReader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  // Neither database reads a workflow to find out whether there is one.
  const kept = await rows<{ id: string }>(Prisma.sql`
    SELECT "id" FROM "Job" WHERE "id" IN ${rows.dialect.listed(ids)} AND "workflow" IS NOT NULL`);
  return new Set(kept.map(({ id }) => id));
}

async function refusalOf(checked: Promise<void>): Promise<Reason | null> {
  try {
    await checked;
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, message: error.message };
  }
}
