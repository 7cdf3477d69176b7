import { limits } from '@/lib/config/limits';
import { DAY_MS, type Day, dayOf, endOfDay, monthOf, startOfDay, weekOf } from '@/lib/rules/day';
import { findApiKey } from '@/lib/server/api-keys/find-api-key';
import { assertOwnAccount, authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { SqlReader } from '@/lib/server/database/database';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUsageUser } from '@/lib/server/users/find-user';
import { type UsageInput, usageInput } from '@/lib/validation/usage';
import { type Timeframe, type UsageRange, usageRange } from './usage-range';
import {
  addTotals,
  noUsage,
  ofAccount,
  ofApiKey,
  ofUser,
  type UsageSubject,
  type UsageTotals,
  usageByDay,
} from './usage-totals';

/** One day, week or month of metered work, named by its first day. */
export interface UsageBucket extends UsageTotals {
  day: Day;
}

/**
 * A user's work over time, oldest first, empty buckets included: the caller's own, or a colleague's for an admin.
 * @throws AppError NOT_FOUND; BAD_USER_INPUT
 */
export async function usageByUser(ctx: ServerContext, viewer: Viewer, userId: string, input: UsageInput) {
  authorize(viewer, 'read');
  return usageSeries(ctx, ofUser(await findUsageUser(ctx, viewer, userId)), input);
}

/**
 * The account's work over time, oldest first, empty buckets included.
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT
 */
export async function usageByAccount(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
  input: UsageInput,
) {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  return usageSeries(ctx, ofAccount(accountId), input);
}

/**
 * The work through one API key over time, oldest first, including empty buckets. The key is the caller's own or, for an
 * admin, any key of the account.
 * @throws AppError NOT_FOUND; BAD_USER_INPUT
 */
export async function usageByApiKey(ctx: ServerContext, viewer: Viewer, apiKeyId: string, input: UsageInput) {
  authorize(viewer, 'read');
  return usageSeries(ctx, ofApiKey(await findApiKey(ctx.db.prisma, viewer, apiKeyId, 'admin:read')), input);
}

async function usageSeries(
  ctx: ServerContext,
  subject: UsageSubject,
  input: UsageInput,
): Promise<UsageBucket[]> {
  const { timeframe, limit, ...days } = parseInput(usageInput, input);
  const range = usageRange(days, ctx.now(), timeframe);
  const buckets = new Map<Day, UsageTotals>();
  for (const { day, ...totals } of await daysOfUsage(ctx.db.sql, subject, range)) {
    const bucket = bucketOf(day, timeframe);
    buckets.set(bucket, addTotals(buckets.get(bucket) ?? noUsage, totals));
  }
  return [...buckets].map(([day, totals]) => ({ day, ...totals })).slice(-(limit ?? limits.list.max));
}

/** A subject's work on each day of a range, oldest first, empty days included. */
export async function daysOfUsage(
  readRows: SqlReader,
  subject: UsageSubject,
  range: UsageRange,
): Promise<UsageBucket[]> {
  const byDay = await usageByDay(readRows, subject, range);
  const days: UsageBucket[] = [];
  const end = endOfDay(range.to).getTime();
  for (let instant = startOfDay(range.from).getTime(); instant < end; instant += DAY_MS) {
    const day = dayOf(new Date(instant));
    days.push({ day, ...(byDay.get(day) ?? noUsage) });
  }
  return days;
}

function bucketOf(day: Day, timeframe: Timeframe): Day {
  if (timeframe === 'weekly') return weekOf(day);
  return timeframe === 'monthly' ? monthOf(day) : day;
}
