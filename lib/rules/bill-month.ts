import { addDays, addMonths, type Day, daysIn } from './day';

/** The pricing of a plan. Money in micro-dollars. */
export interface PlanPrice {
  id: string;
  monthlyPriceMicros: number | bigint;
  /** Executions in a month; null means no limit. */
  includedExecutions: number | null;
  /** Price per execution over the limit; null if they are refused. */
  overagePriceMicros: number | bigint | null;
}

/** A day on which an account's plan changed. */
export interface PlanDay<Plan> {
  day: Day;
  /** The most expensive plan in force on that day. */
  billedPlan: Plan;
  /** In force from the next day on; null after a cancellation. */
  plan: Plan | null;
}

/** A plan's part of a month. Money in micro-dollars. */
export interface PlanShare<Plan> {
  plan: Plan;
  days: number;
  feeMicros: number;
  /** Executions over the month's limit on this plan's days. */
  over: number;
  /** The price of each of those, and of all of them; 0 if the plan refuses them. */
  unitMicros: number;
  overageMicros: number;
}

/** The costs of a month. Money in micro-dollars, whole cents: invoices have to be paid. */
export interface MonthBill<Plan> {
  daysOfMonth: number;
  /** In the order of the first day on each plan. */
  shares: PlanShare<Plan>[];
  /** Pooled over the month; null if no day has a limit. */
  limit: number | null;
  /** Executions that count against the limit. */
  limited: number;
  /** Executions over the limit. */
  over: number;
  overageMicros: number;
  totalMicros: number;
}

/** The more expensive of two plans; the second if they cost the same. */
export const moreExpensivePlan = <Plan extends Pick<PlanPrice, 'monthlyPriceMicros'>>(
  a: Plan,
  b: Plan,
): Plan => (Number(a.monthlyPriceMicros) > Number(b.monthlyPriceMicros) ? a : b);

/** Whether a plan refuses executions over its limit, because it has no price for them. */
export const refusesOverLimit = (
  plan: Pick<PlanPrice, 'includedExecutions' | 'overagePriceMicros'>,
): boolean => plan.includedExecutions !== null && plan.overagePriceMicros === null;

/** The plans that a day is billed by. */
export interface DayPlans<Plan> {
  /** Whose fee it costs. */
  fee: Plan;
  /** Whose limit it has, and whose price of executions over it. */
  limit: Plan;
}

/** A day on one plan. */
export const wholeDay = <Plan>(plan: Plan): DayPlans<Plan> => ({ fee: plan, limit: plan });

/**
 * Adds a change of plan to an account's history. The day of the change costs the fee of its most expensive plan, so
 * switching back and forth within a day gains nothing.
 * @param history oldest first; its last day isn't after `day`
 * @param plan null for a cancellation
 */
export function changePlanOn<Plan extends PlanPrice>(
  history: readonly PlanDay<Plan>[],
  day: Day,
  plan: Plan | null,
): PlanDay<Plan>[] {
  const last = history.at(-1);
  const before = last && (last.day === day ? last.billedPlan : last.plan);
  const billedPlan = before && plan ? moreExpensivePlan(before, plan) : (before ?? plan);
  if (!billedPlan) return [...history];
  return [...history.filter((each) => each.day !== day), { day, billedPlan, plan }];
}

/**
 * The last day in a month on which an account's plan changed; null if it didn't, or if there's no plan.
 * @param history oldest first; it begins with the account's first plan, which is no change
 * @param month its first day
 */
export function lastPlanChange(history: readonly PlanDay<unknown>[], month: Day): Day | null {
  if (!history.at(-1)?.plan) return null;
  return history.slice(1).findLast(({ day }) => day >= month)?.day ?? null;
}

/**
 * The plans that each day of a month is billed by; null on days without one. A day with several plans has the limit of
 * the more expensive of its first and its last one. A plan chosen only for a moment lifts no limit. Days before the
 * first change have the plan that it ended with: an account's first month is charged whole, and has its whole limit.
 * @param history oldest first
 * @param month its first day
 */
export function plansByDay<Plan extends PlanPrice>(
  history: readonly PlanDay<Plan>[],
  month: Day,
): (DayPlans<Plan> | null)[] {
  return daysOfMonth(month).map((day) => {
    const index = history.findLastIndex((each) => each.day <= day);
    const last = history[index];
    if (!last) return history[0] ? wholeDay(history[0].plan ?? history[0].billedPlan) : null;
    if (last.day !== day) return last.plan && wholeDay(last.plan);
    const first = history[index - 1]?.plan;
    const limit = first && last.plan ? moreExpensivePlan(first, last.plan) : (first ?? last.plan);
    return { fee: last.billedPlan, limit: limit ?? last.billedPlan };
  });
}

/** The days of a month, in order. @param month its first day */
export function daysOfMonth(month: Day): Day[] {
  const count = daysIn(month, addDays(addMonths(month, 1), -1));
  return Array.from({ length: count }, (_, index) => addDays(month, index));
}

/**
 * Prices a month by the days of each plan: the one rule for invoices, projections and comparisons of plans.
 * - A plan's fee is its monthly price × its days ÷ the days of the month, rounded to the cent.
 * - The month's limit is the sum of each plan's limit × its days ÷ the month's days that have a limit or no plan, rounded
 *   up. Unlimited days don't count, so that going over to them takes nothing away; executions on them, or
 *   without a plan, don't count against it.
 * - Executions over the limit cost the price of the plan of their day, nothing if it refuses them; those of each plan
 *   together are rounded to the cent.
 * @param plans of each day of the month
 * @param executions of each day of the month; a missing day had none
 */
export function billMonth<Plan extends PlanPrice>(
  plans: readonly (DayPlans<Plan> | null)[],
  executions: readonly number[],
): MonthBill<Plan> {
  const limit = pooledLimit(plans);
  const shares = new Map<string, PlanShare<Plan>>();
  let limited = 0;
  const shareOf = (plan: Plan) => {
    const share = shares.get(plan.id) ?? emptyShare(plan);
    shares.set(plan.id, share);
    return share;
  };
  for (const [index, day] of plans.entries()) {
    if (!day) continue;
    shareOf(day.fee).days += 1;
    if (day.limit.includedExecutions === null || limit === null) continue;
    const before = limited;
    limited += executions[index] ?? 0;
    shareOf(day.limit).over += Math.max(0, limited - Math.max(limit, before));
  }
  for (const share of shares.values()) {
    share.feeMicros = toCents((Number(share.plan.monthlyPriceMicros) * share.days) / plans.length);
    share.overageMicros = toCents(share.over * share.unitMicros);
  }
  const all = [...shares.values()];
  const overageMicros = all.reduce((sum, share) => sum + share.overageMicros, 0);
  return {
    daysOfMonth: plans.length,
    shares: all,
    limit,
    limited,
    over: all.reduce((sum, { over }) => sum + over, 0),
    overageMicros,
    totalMicros: all.reduce((sum, { feeMicros }) => sum + feeMicros, overageMicros),
  };
}

const CENT = 10_000;
const toCents = (micros: number): number => Math.round(micros / CENT) * CENT;

function pooledLimit(plans: readonly (DayPlans<PlanPrice> | null)[]): number | null {
  const limits = plans.flatMap((day) => day?.limit.includedExecutions ?? []);
  const unlimited = plans.filter((day) => day?.limit.includedExecutions === null).length;
  if (limits.length === 0) return unlimited > 0 ? null : 0;
  return Math.ceil(limits.reduce((sum, each) => sum + each, 0) / (plans.length - unlimited));
}

const emptyShare = <Plan extends PlanPrice>(plan: Plan): PlanShare<Plan> => ({
  plan,
  days: 0,
  feeMicros: 0,
  over: 0,
  unitMicros: Number(plan.overagePriceMicros ?? 0),
  overageMicros: 0,
});
