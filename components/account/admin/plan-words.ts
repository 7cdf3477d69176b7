import { limits } from '@/lib/config/limits';
import { auditDaysOf } from '@/lib/config/plans';
import { formatExactDollars, formatPrice } from '@/lib/format/money';
import { formatCount, formatQuantity } from '@/lib/format/number';
import type { PlanNumbers, PlanOutlook } from './use-account';

const execution = { one: 'execution', other: 'executions' };

/** `$29 per month`. */
export const planPrice = ({ monthly_price }: PlanNumbers): string =>
  `${formatPrice(monthly_price)} per month`;

/** What a month includes, and what comes after: `10,000 executions a month, then $0.0100 each`. */
export function planIncludes({ max_workflows, overage_price }: PlanNumbers): string {
  if (max_workflows === null) return 'Unlimited executions';
  const included = `${formatQuantity(max_workflows, execution)} a month`;
  return overage_price === null
    ? `${included}, refused over the limit`
    : `${included}, then ${formatExactDollars(overage_price)} each`;
}

/** How another plan differs from the current one: `$70 less per month, and 90,000 fewer executions included.` */
export function planChange(present: PlanNumbers, other: PlanNumbers): string {
  return `${priceChange(other.monthly_price - present.monthly_price)}, and ${limitChange(present, other)}.`;
}

/**
 * What another plan that keeps less of the audit trail takes away, and when; null: it keeps as much or more.
 * `Audit events are kept for 365 days instead of 730: older ones are deleted 30 days after the change.`
 */
export function auditChange(present: { id: string }, other: { id: string }): string | null {
  const [before, after] = [auditDaysOf(present.id), auditDaysOf(other.id)].map((days) => days ?? Infinity);
  if (before === undefined || after === undefined || after >= before) return null;
  const instead = before === Infinity ? '' : ` instead of ${formatCount(before)}`;
  const grace = limits.auditRetention.grace / 86_400_000;
  return `Audit events are kept for ${formatCount(after)} days${instead}: older ones are deleted ${grace} days after the change.`;
}

function priceChange(dollars: number): string {
  if (dollars === 0) return 'The same price';
  return `${formatPrice(Math.abs(dollars))} ${dollars < 0 ? 'less' : 'more'} per month`;
}

function limitChange(present: PlanNumbers, other: PlanNumbers): string {
  const [before, after] = [present.max_workflows, other.max_workflows];
  if (before === after) return 'as many executions included';
  if (after === null) return 'no limit on executions';
  if (before === null) return `a limit of ${formatQuantity(after, execution)}`;
  const count = formatCount(Math.abs(after - before));
  return `${count} ${after < before ? 'fewer' : 'more'} executions included`;
}

/**
 * What this month comes to if a plan is in force from today on, by the days of each plan:
 * `This month so far: $64, with 12,400 of 55,000 executions used.`
 */
export function monthOnPlan(
  { total, maxWorkflows, limitedExecutions }: PlanOutlook,
  plan: PlanNumbers,
): string {
  const soFar = `This month so far: ${formatPrice(total)}`;
  if (maxWorkflows === null) return `${soFar} with unlimited executions.`;
  const used = `${soFar}, with ${formatCount(limitedExecutions)} of ${formatQuantity(maxWorkflows, execution)} used.`;
  return plan.overage_price === null && limitedExecutions > maxWorkflows
    ? `${used} More are refused for the rest of the month.`
    : used;
}
