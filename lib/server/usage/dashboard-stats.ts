import { changePlanOn, lastPlanChange, refusesOverLimit } from '@/lib/rules/bill-month';
import { type Day, dayOf, daysIn, monthOf } from '@/lib/rules/day';
import { assertOwnAccount, authorize, type Viewer } from '@/lib/server/auth/viewer';
import { onOffer, planHistory } from '@/lib/server/billing/plans';
import { type AccountStorage, storageOf } from '@/lib/server/jobs/ledger/account-storage';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUsageUser } from '@/lib/server/users/find-user';
import { type RangeInput, rangeInput } from '@/lib/validation/usage';
import type { Plan, UsageAlert } from '@/prisma/generated/prisma/client';
import {
  billPeriod,
  cheapestPlan,
  lastDayOfPeriod,
  type PlanCost,
  planCost,
  projectExecutions,
} from './overage';
import { chosenAlerts, hasReached } from './raise-usage-alerts';
import { daysBefore, sameDaysOfLastMonth, type UsageRange, usageRange } from './usage-range';
import {
  firstDayOf,
  ofAccount,
  ofUser,
  type UsageSubject,
  type UsageTotals,
  usageByDay,
  usageTotals,
} from './usage-totals';

export interface AccountDashboardStats extends AccountStorage {
  /** The first UTC day of the period, and today. */
  from: Day;
  to: Day;
  executions: number;
  /** The limit of the period, pooled over its plans by their days; null if the present one has none. */
  includedExecutions: number | null;
  /** The last day of the period on which the plan changed; null if it didn't, or without a plan. */
  planChangedOn: Day | null;
  /** Executions that count against the limit: those on days with one. */
  limitedExecutions: number;
  /** Whether executions over the limit are refused; otherwise each costs extra. */
  refusesOverLimit: boolean;
  /** Executions by the end of the period, at the pace so far. */
  projectedExecutions: number;
  /** The projected executions over the limit; 0 if there is none. */
  projectedOverage: number;
  /** Micro-dollars. */
  overageCostMicros: number;
  /** The projected cost of the period, by the days of each of its plans, in micro-dollars. */
  projectedMicros: number;
  /** The cost of a whole month with the projected executions on the current plan. */
  currentPlan: PlanCost;
  /** The plan on which such a month costs the least. */
  cheapest: PlanCost;
  /** The cost of the period on each plan on offer, if the account chooses it now. */
  choices: PlanChoice[];
  /** Days left in the period, today included. */
  daysRemaining: number;
  /** The chosen alerts that the period has reached, lowest first. */
  alerts: UsageAlert[];
}

/** The current period if the account is on a plan from now on. */
export interface PlanChoice {
  plan: Plan;
  /** The invoice for the executions so far, in micro-dollars. */
  totalMicros: number;
  includedExecutions: number | null;
  /** Executions so far that count against the limit. */
  limitedExecutions: number;
}

/**
 * The account's work in the current period, with projections to its end.
 * @throws AppError NOT_FOUND for another account
 */
export async function accountDashboardStats(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
): Promise<AccountDashboardStats> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  const now = ctx.now();
  const to = dayOf(now);
  const from = monthOf(to);
  const [account, offered, history, usage, alerts] = await Promise.all([
    ctx.db.prisma.account.findUniqueOrThrow({ where: { id: accountId }, include: { plan: true } }),
    ctx.db.prisma.plan.findMany({ where: onOffer, orderBy: { position: 'asc' } }),
    planHistory(ctx.db.prisma, accountId),
    usageByDay(ctx.db.sql, ofAccount(accountId), { from, to }),
    ctx.db.prisma.usageAlert.findMany({ where: { accountId, month: from }, orderBy: { percent: 'asc' } }),
  ]);
  const { plan } = account;
  // None after a cancellation.
  const present = history.at(-1)?.plan;
  const isUnlimited = present?.includedExecutions === null;
  const executions = [...usage.values()].reduce((sum, day) => sum + day.executions, 0);
  const projectedExecutions = projectExecutions(executions, now);
  const { soFar, projected } = billPeriod(history, from, usage, projectedExecutions);
  return {
    from,
    to,
    executions,
    includedExecutions: isUnlimited ? null : soFar.limit,
    planChangedOn: lastPlanChange(history, from),
    limitedExecutions: soFar.limited,
    refusesOverLimit: !present || refusesOverLimit(present),
    projectedExecutions,
    projectedOverage: projected.over,
    overageCostMicros: projected.overageMicros,
    projectedMicros: projected.totalMicros,
    currentPlan: planCost(plan, projectedExecutions),
    cheapest: cheapestPlan(plan, offered, projectedExecutions),
    choices: offered.map((choice) => {
      const { soFar } = billPeriod(changePlanOn(history, to, choice), from, usage, executions);
      return {
        plan: choice,
        totalMicros: soFar.totalMicros,
        includedExecutions: soFar.limit,
        limitedExecutions: soFar.limited,
      };
    }),
    daysRemaining: daysIn(to, lastDayOfPeriod(to)),
    ...storageOf(account),
    // After a change of plan, a reached alert can lie ahead again.
    alerts: alerts.filter(
      ({ percent }) => !isUnlimited && chosenAlerts(account).includes(percent) && hasReached(soFar, percent),
    ),
  };
}

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
