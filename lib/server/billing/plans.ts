import { plans } from '@/lib/config/plans';
import { changePlanOn, type PlanDay } from '@/lib/rules/bill-month';
import { dayOf } from '@/lib/rules/day';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { Queries } from '@/lib/server/database/database';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Plan } from '@/prisma/generated/prisma/client';

export const onOffer = { id: { in: plans.map(({ id }) => id as string) } };

/** The plans on offer, cheapest first. A plan removed from lib/config/plans.ts isn't listed; its accounts keep it. */
export function listPlans(ctx: ServerContext, viewer: Viewer): Promise<Plan[]> {
  authorize(viewer, 'read');
  return ctx.db.prisma.plan.findMany({ where: onOffer, orderBy: { position: 'asc' } });
}

/** The days on which an account's plan changed, oldest first, from its opening on. */
export async function planHistory(queries: Queries, accountId: string): Promise<PlanDay<Plan>[]> {
  return queries.planDay.findMany({
    where: { accountId },
    orderBy: { day: 'asc' },
    select: { day: true, billedPlan: true, plan: true },
  });
}

/**
 * Writes down that an account is on a plan from now on. Belongs in the transaction that changes the account.
 * @param plan null for a cancellation
 */
export async function recordPlanDay(
  tx: Queries,
  ctx: Pick<ServerContext, 'now'>,
  accountId: string,
  plan: Plan | null,
): Promise<void> {
  const changed = changePlanOn(await planHistory(tx, accountId), dayOf(ctx.now()), plan).at(-1);
  if (!changed) return;
  const { day } = changed;
  const row = { billedPlanId: changed.billedPlan.id, planId: changed.plan?.id ?? null };
  await tx.planDay.upsert({
    where: { accountId_day: { accountId, day } },
    create: { accountId, day, ...row },
    update: row,
  });
}

/**
 * Makes the plan rows equal to lib/config/plans.ts. Writes only rows that differ, so that a start next to a busy server
 * doesn't wait for a lock. Safe to repeat; a plan removed from the file keeps its row.
 * @returns how many were written
 */
export async function syncPlans(ctx: ServerContext): Promise<number> {
  // The limits of a plan's jobs aren't columns: they are read from the file.
  const wanted = plans.map(
    ({ id, name, monthlyPriceMicros, includedExecutions, overagePriceMicros }, position) => ({
      id,
      name,
      monthlyPriceMicros,
      includedExecutions,
      overagePriceMicros,
      position,
    }),
  );
  const present = new Map((await ctx.db.prisma.plan.findMany()).map((row) => [row.id, row]));
  const different = wanted.filter((plan) => {
    const row = present.get(plan.id);
    return (
      row?.name !== plan.name ||
      Number(row.monthlyPriceMicros) !== plan.monthlyPriceMicros ||
      row.includedExecutions !== plan.includedExecutions ||
      asNumber(row.overagePriceMicros) !== plan.overagePriceMicros ||
      row.position !== plan.position
    );
  });
  if (different.length === 0) return 0;
  await ctx.db.write(async (tx) => {
    for (const { id, ...row } of different)
      await tx.plan.upsert({ where: { id }, create: { id, ...row }, update: row });
  });
  return different.length;
}

const asNumber = (micros: bigint | null) => (micros === null ? null : Number(micros));
