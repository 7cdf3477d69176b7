import { billMonth, daysOfMonth, lastPlanChange, plansByDay, refusesOverLimit } from '@/lib/rules/bill-month';
import { addMonths, type Day, dayOf, monthOf } from '@/lib/rules/day';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { planHistory } from '@/lib/server/billing/plans';
import { type AccountStorage, storageOf } from '@/lib/server/jobs/ledger/account-storage';
import type { ServerContext } from '@/lib/server/runtime/context';
import { firstDayOf, ofAccount, usageByDay, usageTotals } from './usage-totals';

/**
 * The admin's account at a glance: its plan, its number of users, and all work since it began. The first day with work,
 * null if there is none yet, is read only on request.
 */
export async function accountOverview(ctx: ServerContext, viewer: Viewer) {
  authorize(viewer, 'admin:read');
  const { accountId } = viewer;
  const [account, users, totals] = await Promise.all([
    ctx.db.prisma.account.findUniqueOrThrow({ where: { id: accountId }, include: { plan: true } }),
    ctx.db.prisma.user.count({ where: { accountId } }),
    usageTotals(ctx.db.sql, ofAccount(accountId)),
  ]);
  return { account, users, totals, firstDay: () => firstDayOf(ctx.db.sql, ofAccount(accountId)) };
}

/**
 * How much an account has used of its limit in the current period, and of its storage. All its developers may see this.
 */
export interface AccountLimit extends AccountStorage {
  /** The limit of the period, pooled over its plans by their days; null if the present one has none. */
  includedExecutions: number | null;
  /** The present plan's limit of a whole month; null if it has none, or without a plan. */
  wholeMonthExecutions: number | null;
  /** The last day of the period on which the plan changed; null if it didn't, or without a plan. */
  planChangedOn: Day | null;
  /** Executions so far that count against the limit: those on days with one. */
  limitedExecutions: number;
  /** Whether executions over the limit are refused, as on plans without a price for them, or without a plan. */
  refusesOverLimit: boolean;
  /** The first UTC day of the next period. */
  resetsOn: Day;
}

/**
 * The limit of the viewer's own account in the current calendar month (UTC), by the rule of its invoice; and its
 * storage.
 */
export async function accountLimit(ctx: ServerContext, viewer: Viewer): Promise<AccountLimit> {
  authorize(viewer, 'read');
  const { accountId } = viewer;
  const to = dayOf(ctx.now());
  const from = monthOf(to);
  const [account, history, usage] = await Promise.all([
    ctx.db.prisma.account.findUniqueOrThrow({
      where: { id: accountId },
      select: { planId: true, storedBytes: true },
    }),
    planHistory(ctx.db.prisma, accountId),
    usageByDay(ctx.db.sql, ofAccount(accountId), { from, to }),
  ]);
  const executions = daysOfMonth(from).map((day) => usage.get(day)?.executions ?? 0);
  const { limit, limited } = billMonth(plansByDay(history, from), executions);
  const plan = history.at(-1)?.plan;
  return {
    includedExecutions: plan?.includedExecutions === null ? null : limit,
    wholeMonthExecutions: plan?.includedExecutions ?? null,
    planChangedOn: lastPlanChange(history, from),
    limitedExecutions: limited,
    refusesOverLimit: !plan || refusesOverLimit(plan),
    resetsOn: addMonths(from, 1),
    ...storageOf(account),
  };
}
