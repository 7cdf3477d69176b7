import { addMonths, DAY_MS, dayOf, daysIn, monthOf, startOfDay } from '@/lib/calendar/day';
import { assertOwnAccount } from '@/lib/server/account/assert-own-account';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { ServerContext } from '@/lib/server/server-context';
import { ofAccount, usageTotals } from '@/lib/server/usage/usage-totals';
import type { Plan } from '@/prisma/generated/prisma/client';

export interface AccountDashboardStats {
  executions: number;
  includedExecutions: number | null;
  /** Executions over the limit at the period's end, at the pace so far; 0 without a limit. */
  projectedOverage: number;
  /** Micro-dollars. */
  overageCostMicros: number;
  /** Days of the period still to come, today included. */
  daysRemaining: number;
}

/**
 * The account's work in the present period, and where it leads.
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
  const today = dayOf(now);
  const [{ plan }, { executions }] = await Promise.all([
    ctx.db.read.account.findUniqueOrThrow({ where: { id: accountId }, include: { plan: true } }),
    usageTotals(ctx.db.read, ofAccount(accountId), { from: monthOf(today), to: today }),
  ]);
  return projectOverage(plan, executions, now);
}

/** Projects a period's executions to its end from the share of its time that has passed, at least one day. */
export function projectOverage(
  plan: Pick<Plan, 'includedExecutions' | 'overagePriceMicros'>,
  executions: number,
  now: Date,
): AccountDashboardStats {
  const today = dayOf(now);
  const start = startOfDay(monthOf(today)).getTime();
  const end = startOfDay(addMonths(today, 1)).getTime();
  const elapsed = Math.max(now.getTime() - start, DAY_MS);
  const projected = Math.round((executions * (end - start)) / elapsed);
  const projectedOverage =
    plan.includedExecutions === null ? 0 : Math.max(0, projected - plan.includedExecutions);
  return {
    executions,
    includedExecutions: plan.includedExecutions,
    projectedOverage,
    overageCostMicros: projectedOverage * Number(plan.overagePriceMicros ?? 0n),
    daysRemaining: daysIn(today, dayOf(new Date(end - 1))),
  };
}
