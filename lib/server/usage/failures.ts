import { limits } from '@/lib/config/limits';
import { dayOf, endOfDay, startOfDay } from '@/lib/rules/day';
import { assertOwnAccount, authorize, type Viewer } from '@/lib/server/auth/viewer';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUsageUser } from '@/lib/server/users/find-user';
import { type TopInput, topInput } from '@/lib/validation/usage';
import { Prisma } from '@/prisma/generated/prisma/client';
import { type RankedScope, rowsOf, subjectColumn } from './executions-by-subject';
import { daysInParts, type UsageRange, usageRange } from './usage-range';
import { ofAccount, ofUser, type UsageSubject, usageTotals } from './usage-totals';

/** The groups that failed executions are counted by. */
export type FailureGroup = 'ERROR_CODE' | 'TEMPLATE' | 'MODEL' | 'API_KEY';

/** The executions of a template, model or key in the range, with at least one failure; or the failures with a code. */
export interface FailureEntry {
  /**
   * Of the template or key, which may have been deleted; a model's name; an error code. Null for executions without a
   * key, and for failures whose code isn't known, because their jobs aren't kept.
   */
  id: string | null;
  name: string;
  failed: number;
  executions: number;
  /** Percent, 0 to 100, of all failed executions in the range. */
  share: number;
}

/** The groups of daily usage. */
type CountedGroup = Exclude<FailureGroup, 'ERROR_CODE'>;

type Counts = Omit<FailureEntry, 'name' | 'share'>;

/**
 * The failures of an account, most failures first; the last 30 days unless a range is given.
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT
 */
export async function failuresByAccount(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
  by: FailureGroup,
  input: TopInput,
): Promise<FailureEntry[]> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  if (by === 'ERROR_CODE') return failuresByCode(ctx, ofAccount(accountId), input);
  return failures(ctx, ofAccount(accountId), { accountId, grain: by }, by, input);
}

/**
 * The failures of a user's executions, most failures first; the last 30 days unless a range is given.
 * @throws AppError NOT_FOUND; BAD_USER_INPUT
 */
export async function failuresByUser(
  ctx: ServerContext,
  viewer: Viewer,
  userId: string,
  by: FailureGroup,
  input: TopInput,
): Promise<FailureEntry[]> {
  authorize(viewer, 'read');
  const { id: subjectId, accountId } = await findUsageUser(ctx, viewer, userId);
  if (by === 'ERROR_CODE') return failuresByCode(ctx, ofUser({ id: subjectId, accountId }), input);
  const scope = { accountId, grain: `USER_${by}`, subjectId } as const;
  return failures(ctx, ofUser({ id: subjectId, accountId }), scope, by, input);
}

async function failures(
  ctx: ServerContext,
  subject: UsageSubject,
  scope: RankedScope,
  by: CountedGroup,
  input: TopInput,
): Promise<FailureEntry[]> {
  const { limit, ...days } = parseInput(topInput, input);
  const range = usageRange(days, ctx.now());
  const counts = await countsIn(ctx, scope, range);
  const totals = await usageTotals(ctx.db.sql, subject, range);
  const failed = totals.executions - totals.succeeded;
  if (by === 'API_KEY') counts.push(withoutKey(counts, totals.executions, failed));
  const top = counts
    .filter((entry) => entry.failed > 0)
    .sort((a, b) => b.failed - a.failed || ((a.id ?? '') < (b.id ?? '') ? -1 : 1))
    .slice(0, limit ?? limits.top.default);
  const names = await namesOf(
    ctx,
    by,
    top.flatMap(({ id }) => id ?? []),
  );
  return top.map((entry) => ({
    ...entry,
    name: entry.id === null ? 'No API key' : (names.get(entry.id) ?? unnamed(by, entry.id)),
    share: (100 * entry.failed) / failed,
  }));
}

/** By the codes of the jobs that failed; executions whose jobs aren't kept anymore, or never were, have none. */
async function failuresByCode(
  ctx: ServerContext,
  subject: UsageSubject,
  input: TopInput,
): Promise<FailureEntry[]> {
  const { limit, ...days } = parseInput(topInput, input);
  const range = usageRange(days, ctx.now());
  const { executions, succeeded } = await usageTotals(ctx.db.sql, subject, range);
  const failed = executions - succeeded;
  const known = [...(await countCodes(ctx, subject, range))].map(([id, count]) => ({ id, failed: count }));
  const rest = failed - known.reduce((sum, entry) => sum + entry.failed, 0);
  return [...known, { id: null, failed: rest }]
    .filter((entry) => entry.failed > 0)
    .sort((a, b) => b.failed - a.failed || ((a.id ?? '') < (b.id ?? '') ? -1 : 1))
    .slice(0, limit ?? limits.top.default)
    .map((entry) => ({
      ...entry,
      name: entry.id ?? 'Jobs not kept',
      executions,
      share: (100 * entry.failed) / failed,
    }));
}

/** How many jobs have failed with each code on the days of the range. */
async function countCodes(
  { db: { prisma } }: ServerContext,
  { grain, accountId, subjectId }: UsageSubject,
  { from, to }: UsageRange,
): Promise<Map<string | null, number>> {
  const where = {
    ...{ accountId, status: 'FAILED' as const, ...(grain === 'USER' && { userId: subjectId }) },
    // On the day of its end, as its execution counts: otherwise more jobs could have failed than executions.
    finishedAt: { gte: startOfDay(from), lt: endOfDay(to) },
  };
  const counts = new Map<string | null, number>();
  const oldest = await prisma.job.findFirst({
    // As the indexes are: a person may have no failed job among thousands.
    where: grain === 'USER' ? { userId: subjectId } : { accountId, status: 'FAILED' },
    orderBy: { createdAt: 'asc' },
    select: { createdAt: true },
  });
  if (!oldest) return counts;
  // Jobs are indexed by their beginning, and nothing bounds how long one waits, as for approvals.
  for await (const part of daysInParts({ from: dayOf(oldest.createdAt), to })) {
    const groups = await prisma.job.groupBy({
      by: ['errorCode'],
      where: { ...where, createdAt: { gte: startOfDay(part.from), lt: endOfDay(part.to) } },
      _count: true,
    });
    for (const { errorCode, _count } of groups) counts.set(errorCode, (counts.get(errorCode) ?? 0) + _count);
  }
  return counts;
}

async function countsIn(ctx: ServerContext, scope: RankedScope, range: UsageRange): Promise<Counts[]> {
  const counts = new Map<string, Counts & { id: string }>();
  for await (const part of daysInParts(range)) {
    const rows = await ctx.db.sql<{
      id: string;
      executions: number | bigint;
      failed: number | bigint;
    }>(Prisma.sql`
      SELECT ${subjectColumn(scope)} AS "id", SUM("executions") AS "executions",
        SUM("executions" - "succeeded") AS "failed"
      FROM ${rowsOf(scope, part)} GROUP BY "id"`);
    for (const { id, executions, failed } of rows) {
      const known = counts.get(id) ?? { id, executions: 0, failed: 0 };
      known.executions += Number(executions);
      known.failed += Number(failed);
      counts.set(id, known);
    }
  }
  return [...counts.values()];
}

/** Work started from a session has no key: everything that no key accounts for. */
function withoutKey(counts: readonly Counts[], executions: number, failed: number): Counts {
  return counts.reduce(
    (rest, entry) => ({
      id: null,
      executions: rest.executions - entry.executions,
      failed: rest.failed - entry.failed,
    }),
    { id: null, executions, failed },
  );
}

/** Names by id, without deleted records. */
async function namesOf(ctx: ServerContext, by: CountedGroup, ids: string[]): Promise<Map<string, string>> {
  const where = { id: { in: ids } };
  switch (by) {
    case 'MODEL':
      return new Map(ids.map((id) => [id, id]));
    case 'TEMPLATE':
      return new Map((await ctx.db.prisma.template.findMany({ where })).map(({ id, name }) => [id, name]));
    case 'API_KEY':
      return new Map(
        (await ctx.db.prisma.apiKey.findMany({ where })).map(({ id, name, hint }) => [id, name ?? hint]),
      );
  }
}

const unnamed = (by: CountedGroup, id: string) => (by === 'API_KEY' ? `Deleted key (${id})` : id);
