import { addDays, addMonths, DAY_MS, type Day, dayOf, endOfDay, monthOf, startOfDay } from '@/lib/rules/day';
import { type PlanPrice, priceExecutions } from '@/lib/rules/price-executions';

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

/** How many of a period's executions exceed a plan's limit, and what those cost in micro-dollars. */
export function projectOverage(
  plan: PlanPrice,
  executions: number,
): { projectedOverage: number; overageCostMicros: number } {
  const { over, overageMicros } = priceExecutions(plan, executions);
  return { projectedOverage: over, overageCostMicros: overageMicros };
}
