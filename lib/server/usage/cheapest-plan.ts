import { billMonth, wholeDay } from '@/lib/rules/bill-month';
import type { Plan } from '@/prisma/generated/prisma/client';

/** A plan and what a whole month costs on it, in micro-dollars. */
export interface PlanCost {
  plan: Plan;
  costMicros: number;
}

/** What so many executions cost in a whole month on a plan: the total of its invoice. */
export const planCost = (plan: Plan, executions: number): PlanCost => ({
  plan,
  costMicros: billMonth([wholeDay(plan)], [executions]).totalMicros,
});

/**
 * The plan on which a month's executions cost the least: the current one, even if no longer offered, or one on offer.
 * Among equally cheap plans, the current one wins, otherwise the first.
 * @throws RangeError if none of them allows so many
 */
export function cheapestPlan(present: Plan, offered: readonly Plan[], executions: number): PlanCost {
  const candidates = [present, ...offered.filter(({ id }) => id !== present.id)]
    .filter((plan) => carries(plan, executions))
    .map((plan) => planCost(plan, executions));
  const [first, ...others] = candidates;
  if (!first) throw new RangeError(`No plan carries ${executions} executions.`);
  return others.reduce((best, each) => (each.costMicros < best.costMicros ? each : best), first);
}

/** Whether the plan allows so many executions: without an overage price it refuses them over its limit. */
const carries = ({ includedExecutions, overagePriceMicros }: Plan, executions: number): boolean =>
  includedExecutions === null || overagePriceMicros !== null || executions <= includedExecutions;
