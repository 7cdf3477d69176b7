import { priceExecutions } from '@/lib/rules/price-executions';
import type { Plan } from '@/prisma/generated/prisma/client';

/** A plan and what a month costs on it, in micro-dollars. */
export interface PlanCost {
  plan: Plan;
  costMicros: number;
}

/** What a month of so many executions costs on a plan: the sum of the invoice that would be written. */
export const planCost = (plan: Plan, executions: number): PlanCost => ({
  plan,
  costMicros: priceExecutions(plan, executions).totalMicros,
});

/**
 * The plan that carries a month's executions for the least: the present one, kept or not, or one on offer. Of equally
 * cheap ones the present, else the first.
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

/** Over its limit a plan without a price for it refuses. */
const carries = ({ includedExecutions, overagePriceMicros }: Plan, executions: number): boolean =>
  includedExecutions === null || overagePriceMicros !== null || executions <= includedExecutions;
