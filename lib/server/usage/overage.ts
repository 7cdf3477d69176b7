import {
  billMonth,
  daysOfMonth,
  type MonthBill,
  type PlanDay,
  type PlanPrice,
  plansByDay,
  wholeDay,
} from '@/lib/rules/bill-month';
import { addDays, addMonths, DAY_MS, type Day, dayOf, endOfDay, monthOf, startOfDay } from '@/lib/rules/day';
import type { Plan } from '@/prisma/generated/prisma/client';

/** The last day of a day's billing period, which is a calendar month (UTC). */
export const lastDayOfPeriod = (day: Day): Day => addDays(addMonths(day, 1), -1);

/** Projects a period's executions to its end from the share of its time that has passed, at least one day. */
export function projectExecutions(executions: number, now: Date): number {
  const today = dayOf(now);
  const start = startOfDay(monthOf(today)).getTime();
  const end = endOfDay(lastDayOfPeriod(today)).getTime();
  const elapsed = Math.max(now.getTime() - start, DAY_MS);
  return Math.round((executions * (end - start)) / elapsed);
}

/** A period's bill so far, and at its end if the pace holds and the plan stays. */
export interface PeriodBills<Plan> {
  soFar: MonthBill<Plan>;
  projected: MonthBill<Plan>;
}

/**
 * Bills a period by the days of each plan. The executions still to come count for the plan in force at its end.
 * @param usage executions by day, up to today
 * @param projectedExecutions of the whole period
 */
export function billPeriod<Plan extends PlanPrice>(
  history: readonly PlanDay<Plan>[],
  month: Day,
  usage: ReadonlyMap<Day, { executions: number }>,
  projectedExecutions: number,
): PeriodBills<Plan> {
  const plans = plansByDay(history, month);
  const executions = daysOfMonth(month).map((day) => usage.get(day)?.executions ?? 0);
  const toCome = projectedExecutions - executions.reduce((sum, each) => sum + each, 0);
  return {
    soFar: billMonth(plans, executions),
    projected: billMonth(plans, [...executions.slice(0, -1), (executions.at(-1) ?? 0) + Math.max(0, toCome)]),
  };
}

/** A plan and what a whole month costs on it, in micro-dollars. */
export interface PlanCost {
  plan: Plan;
  costMicros: number;
}

/** The cost of so many executions in a whole month on a plan: the total of its invoice. */
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
