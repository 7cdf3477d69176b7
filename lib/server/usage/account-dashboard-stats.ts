import { type Day, dayOf, daysIn, monthOf } from '@/lib/rules/day';
import { assertOwnAccount } from '@/lib/server/account/get-account';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { onOffer } from '@/lib/server/billing/list-plans';
import type { ServerContext } from '@/lib/server/runtime/context';
import { cheapestPlan, type PlanCost, planCost } from '@/lib/server/usage/cheapest-plan';
import { lastDayOfPeriod, projectExecutions, projectOverage } from '@/lib/server/usage/project-overage';
import { ofAccount, usageTotals } from '@/lib/server/usage/usage-totals';

export interface AccountDashboardStats {
  /** The first UTC day of the period, and today. */
  from: Day;
  to: Day;
  executions: number;
  includedExecutions: number | null;
  /** Executions by the end of the period, at the pace so far. */
  projectedExecutions: number;
  /** The projected executions over the limit; 0 without a limit. */
  projectedOverage: number;
  /** Micro-dollars. */
  overageCostMicros: number;
  /** The projected cost of the period on the current plan. */
  projected: PlanCost;
  /** The plan on which the projected executions cost the least. */
  cheapest: PlanCost;
  /** Days left in the period, today included. */
  daysRemaining: number;
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
  const [{ plan }, offered, { executions }] = await Promise.all([
    ctx.db.read.account.findUniqueOrThrow({ where: { id: accountId }, include: { plan: true } }),
    ctx.db.read.plan.findMany({ where: onOffer, orderBy: { position: 'asc' } }),
    usageTotals(ctx.db.rows, ofAccount(accountId), { from, to }),
  ]);
  const projectedExecutions = projectExecutions(executions, now);
  return {
    from,
    to,
    executions,
    includedExecutions: plan.includedExecutions,
    projectedExecutions,
    ...projectOverage(plan, projectedExecutions),
    projected: planCost(plan, projectedExecutions),
    cheapest: cheapestPlan(plan, offered, projectedExecutions),
    daysRemaining: daysIn(to, lastDayOfPeriod(to)),
  };
}
