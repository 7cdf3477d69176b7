import { limits } from '@/lib/config/limits';
import { NO_KEY } from '@/lib/rules/api-key-display';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { ServerContext } from '@/lib/server/runtime/context';
import { turns } from '@/lib/server/runtime/fair-turns';
import {
  ofAccount,
  ofApiKey,
  ofTemplate,
  ofUser,
  ofUserApiKey,
  ofUserTemplate,
  type UsageSubject,
  usageTotals,
} from '@/lib/server/usage/usage-totals';
import type { JobFilters } from '@/lib/validation/workflows';
import { Prisma } from '@/prisma/generated/prisma/client';
import {
  conditionsOf,
  conditionsOn,
  countedCalls,
  endOfSearch,
  findJobs,
  type JobPlace,
  type JobQuery,
  spansOf,
} from './find-jobs';
import { readJobQuery } from './read-job-query';
import { LazyValue } from './views/lazy-values';

/** The sums of the jobs that match filters. */
export interface JobSums {
  jobs: number;
  /** Of them, how many failed. */
  failed: number;
  /** Whether there are jobs that weren't looked at: the sums are those of the newest. */
  hasMore: boolean;
  /** Micro-dollars, each job's cost rounded as usage rounds it; without jobs of an unknown cost. */
  costMicros: number;
  /** Jobs whose cost isn't known. */
  unknownCosts: number;
  /** Read from the jobs themselves, once for all of them. */
  work(): Promise<JobWork>;
  /** The usage for the same filters, executions of deleted jobs included; null if it doesn't count by them. */
  usage: CountedUsage | null;
}

/** The work of jobs. */
interface JobWork {
  /** Calls of models, without canceled ones; only calls of `model` and with `callOutcome`, if these are given. */
  calls: number;
  /** Of ended jobs, as usage counts them. */
  tokensIn: number;
  tokensOut: number;
}

interface CountedUsage {
  executions: number;
  /** Micro-dollars; null for failed executions alone, whose cost isn't counted apart. */
  costMicros: number | null;
}

/**
 * The sums of the jobs that a list with the same filters contains.
 * @param signal aborted once nobody waits for them
 * @throws AppError BAD_USER_INPUT; NOT_FOUND for a user or API key whose jobs the caller can't see
 */
export async function sumJobs(
  ctx: ServerContext,
  viewer: Viewer,
  input: JobFilters,
  signal?: AbortSignal,
): Promise<JobSums> {
  authorize(viewer, 'read');
  const query = await readJobQuery(ctx, viewer, input);
  const { prisma, sql } = ctx.db;
  const { max, withMetadata } = limits.jobSums;
  const until = await endOfSearch(prisma, query, query.filters.metadata?.length ? withMetadata : max);
  const sums = { jobs: 0, failed: 0, costMicros: 0, unknownCosts: 0 };
  for await (const span of spansOf(prisma, query, { isBackward: false, until })) {
    await turns.begin(query.accountId, signal);
    const conditions = [...conditionsOf(sql.dialect, query), ...conditionsOn(span)];
    const [part] = await prisma.$queryRaw<Record<keyof typeof sums, number | bigint | null>[]>`
      SELECT count(*) AS "jobs", sum(CASE WHEN "status" = 'FAILED' THEN 1 ELSE 0 END) AS "failed",
        sum(("costNanos" + 500) / 1000) AS "costMicros",
        sum(CASE WHEN "costNanos" IS NULL THEN 1 ELSE 0 END) AS "unknownCosts"
      FROM "Job" WHERE ${Prisma.join(conditions, ' AND ')}`;
    for (const sum of ['jobs', 'failed', 'costMicros', 'unknownCosts'] as const)
      sums[sum] += Number(part?.[sum] ?? 0);
    signal?.throwIfAborted();
  }
  const work = new LazyValue(() => sumWork(ctx, query, until, signal));
  return {
    ...sums,
    hasMore: until !== null,
    work: () => work.get(),
    usage: await countedUsage(ctx, query),
  };
}

/** Jobs whose work is summed at once: some milliseconds, and others' calls run in between. */
const JOBS_AT_ONCE = 500;

/** @throws the signal's reason if the client has left */
async function sumWork(
  { db }: ServerContext,
  query: JobQuery,
  until: JobPlace | null,
  signal: AbortSignal | undefined,
): Promise<JobWork> {
  const work: JobWork = { calls: 0, tokensIn: 0, tokensOut: 0 };
  let from: JobPlace | undefined;
  for (;;) {
    await turns.begin(query.accountId, signal);
    const found = await findJobs(db.prisma, query, { take: JOBS_AT_ONCE + 1, ...(from && { from }) }, until);
    const ids = db.sql.dialect.listed(found.slice(0, JOBS_AT_ONCE).map(({ id }) => id));
    const [part] = await db.sql<Record<keyof JobWork, number | bigint>>(Prisma.sql`
      SELECT coalesce(sum("tokensIn"), 0) AS "tokensIn", coalesce(sum("tokensOut"), 0) AS "tokensOut",
        (SELECT count(*) FROM "Attempt" WHERE "jobId" IN ${ids} AND ${countedCalls(query.filters)}) AS "calls"
      FROM "Job" WHERE "id" IN ${ids}`);
    for (const sum of ['calls', 'tokensIn', 'tokensOut'] as const) work[sum] += Number(part?.[sum] ?? 0);
    from = found[JOBS_AT_ONCE];
    if (!from) return work;
  }
}

/** Usage counts executions by the day of their end, and by user, template, or key. */
async function countedUsage(ctx: ServerContext, query: JobQuery): Promise<CountedUsage | null> {
  const { endedFrom, endedTo, template, apiKeyId, status, onlyExecutions, withBulkRows, ...others } =
    query.filters;
  if (
    !onlyExecutions ||
    !withBulkRows ||
    Object.values(others).some((value) => value != null && value !== '')
  )
    return null;
  if (status && status !== 'FAILED') return null;
  const subject = await subjectOf(ctx, query);
  if (!subject) return null;
  const range = { from: endedFrom ?? '0000-01-01', to: endedTo ?? '9999-12-31' };
  const { executions, succeeded, costMicros } = await usageTotals(ctx.db.sql, subject, range);
  return status ? { executions: executions - succeeded, costMicros: null } : { executions, costMicros };
}

async function subjectOf(
  ctx: ServerContext,
  { accountId, userId, filters: { template, apiKeyId } }: JobQuery,
): Promise<UsageSubject | null> {
  if ((template && apiKeyId) || apiKeyId === NO_KEY) return null;
  if (apiKeyId)
    return userId ? ofUserApiKey(accountId, userId, apiKeyId) : ofApiKey({ accountId, id: apiKeyId });
  if (!template) return userId ? ofUser({ accountId, id: userId }) : ofAccount(accountId);
  const found = await ctx.db.prisma.template.findUnique({
    where: { accountId_name: { accountId, name: template } },
    select: { id: true },
  });
  const templateId = found?.id ?? '';
  return userId ? ofUserTemplate(accountId, userId, templateId) : ofTemplate(accountId, templateId);
}
