import { dayOf, monthOf } from '@/lib/rules/day';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUsageUser } from '@/lib/server/users/find-user';
import { type RangeInput, rangeInput } from '@/lib/validation/usage';
import { daysBefore, sameDaysOfLastMonth, type UsageRange, usageRange } from './usage-range';
import { firstDayOf, ofUser, type UsageSubject, type UsageTotals, usageTotals } from './usage-totals';

/** A user's work over a range. Functions read their value only when they are called. */
export interface UserDashboardStats extends UsageTotals, UsageRange {
  /** The same days of the month before, or as many days just before a range. */
  previous: () => Promise<UserDashboardStats>;
  /** The first UTC day with any work of this user; null before that. */
  firstDay: () => Promise<string | null>;
}

/**
 * A user's work in this calendar month (UTC) up to now, or over the given range.
 * @throws AppError NOT_FOUND; BAD_USER_INPUT
 */
export async function userDashboardStats(
  ctx: ServerContext,
  viewer: Viewer,
  userId: string,
  input: RangeInput,
): Promise<UserDashboardStats> {
  authorize(viewer, 'read');
  const days = parseInput(rangeInput, input);
  const subject = ofUser(await findUsageUser(ctx, viewer, userId));
  if (days.from == null && days.to == null && days.days == null) {
    const today = dayOf(ctx.now());
    return statsOver(ctx, subject, { from: monthOf(today), to: today }, sameDaysOfLastMonth);
  }
  return statsOver(ctx, subject, usageRange(days, ctx.now()), daysBefore);
}

async function statsOver(
  ctx: ServerContext,
  subject: UsageSubject,
  range: UsageRange,
  before: (range: UsageRange) => UsageRange,
): Promise<UserDashboardStats> {
  return {
    ...range,
    ...(await usageTotals(ctx.db.sql, subject, range)),
    previous: () => statsOver(ctx, subject, before(range), before),
    firstDay: () => firstDayOf(ctx.db.sql, subject),
  };
}
