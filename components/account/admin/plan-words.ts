import { limits } from '@/lib/config/limits';
import { auditDaysOf } from '@/lib/config/plans';
import { formatPrice } from '@/lib/format/money';
import { formatBytes, formatCount, formatQuantity } from '@/lib/format/number';
import type { AccountUse, PlanNumbers, PlanOutlook } from './use-account';

const execution = { one: 'execution', other: 'executions' };

/** `$29 per month`. */
export const planPrice = ({ monthly_price }: PlanNumbers): string =>
  `${formatPrice(monthly_price)} per month`;

/** The included amounts of a month, and the price over them: `10,000 executions a month, then $0.01 each`. */
export function planIncludes({ max_workflows, overage_price }: PlanNumbers): string {
  if (max_workflows === null) return 'Unlimited executions';
  const included = `${formatQuantity(max_workflows, execution)} a month`;
  return overage_price === null
    ? `${included}, refused over the limit`
    : `${included}, then ${formatPrice(overage_price)} each`;
}

/** `20 GiB of storage for jobs`. */
export const planStorage = ({ maxStoredBytes }: PlanNumbers): string =>
  `${formatBytes(maxStoredBytes)} of storage for jobs`;

/**
 * The cost of this month if a plan applies from today, by the days of each plan:
 * `This month so far: $64, with 12,400 of 55,000 executions used.`
 */
export function monthOnPlan(
  { total, maxWorkflows, limitedExecutions }: PlanOutlook,
  plan: PlanNumbers,
): string {
  const soFar = `This month so far: ${formatPrice(total)}`;
  if (maxWorkflows === null) return `${soFar} with unlimited executions.`;
  if (plan.max_workflows === null) return `${soFar}, unlimited from today on.`;
  return `${soFar}, with ${formatCount(limitedExecutions)} of ${formatQuantity(maxWorkflows, execution)} used.`;
}

/**
 * The losses of changing to a plan, each in a sentence. The plan may refuse work: for this month, at the pace of this
 * month, or until there is storage for it. It may also delete audit events.
 * @param present the plan in force
 * @param outlook null if it isn't known
 */
export function planWarnings(
  present: Pick<PlanNumbers, 'id'>,
  plan: PlanNumbers,
  outlook: PlanOutlook | null,
  { projectedExecutions, storedBytes }: AccountUse,
): string[] {
  return [
    refusal(plan, outlook, projectedExecutions),
    storedBytes < plan.maxStoredBytes
      ? null
      : `Refuses new jobs until jobs are deleted or expire; they take ${formatBytes(storedBytes)} now.`,
    plan.id === present.id ? null : deletion(present.id, plan.id),
  ].filter((warning) => warning !== null);
}

function refusal(
  { max_workflows, overage_price }: PlanNumbers,
  outlook: PlanOutlook | null,
  projectedExecutions: number,
): string | null {
  if (max_workflows === null || overage_price !== null) return null;
  if (outlook && outlook.maxWorkflows !== null && outlook.limitedExecutions > outlook.maxWorkflows)
    return 'Refuses work for the rest of this month.';
  if (projectedExecutions <= max_workflows) return null;
  return `Refuses work over ${formatQuantity(max_workflows, execution)} a month; at this pace you run ${formatCount(projectedExecutions)}.`;
}

/** @param before id of the present plan, `after` of the other; a plan that isn't on offer keeps everything */
function deletion(before: string, after: string): string | null {
  const [kept, keeps] = [auditDaysOf(before) ?? Infinity, auditDaysOf(after) ?? Infinity];
  if (keeps >= kept) return null;
  const grace = limits.auditRetention.grace / 86_400_000;
  return `In ${formatCount(grace)} days, deletes audit events older than ${formatCount(keeps)} days.`;
}
