import { formatExactDollars } from '@/lib/format/money';
import { formatCount, formatQuantity } from '@/lib/format/number';
import type { PlanNumbers } from './account-record';

const execution = { one: 'execution', other: 'executions' };
const MICROS = 1_000_000;

const plain = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** `$29 per month`. */
export const planPrice = ({ monthly_price }: PlanNumbers): string =>
  `${plain.format(monthly_price)} per month`;

/** What a month includes, and what comes after: `10,000 executions a month, then $0.0100 each`. */
export function planIncludes({ max_workflows, overage_price }: PlanNumbers): string {
  if (max_workflows === null) return 'Executions without limit';
  const included = `${formatQuantity(max_workflows, execution)} a month`;
  return overage_price === null
    ? `${included}, refused over the limit`
    : `${included}, then ${formatExactDollars(overage_price)} each`;
}

/** What another plan changes, beside the present one: `$70 less per month, and 90,000 fewer executions included.` */
export function planChange(present: PlanNumbers, other: PlanNumbers): string {
  return `${priceChange(other.monthly_price - present.monthly_price)}, and ${limitChange(present, other)}.`;
}

function priceChange(dollars: number): string {
  if (dollars === 0) return 'The same price';
  return `${plain.format(Math.abs(dollars))} ${dollars < 0 ? 'less' : 'more'} per month`;
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
 * What a month's executions so far come to on a plan, priced as its invoice will be:
 * `12,400 executions so far this month: $53 ($29 and $24 for 2,400 over the limit).`
 */
export function monthOnPlan(plan: PlanNumbers, executions: number): string {
  const { max_workflows, overage_price, monthly_price } = plan;
  const soFar = `${formatQuantity(executions, execution)} so far this month`;
  const over = max_workflows === null ? 0 : Math.max(0, executions - max_workflows);
  if (over === 0) {
    const room = max_workflows === null ? 'without limit' : 'within the limit';
    return `${soFar}: ${room}, ${plain.format(monthly_price)}.`;
  }
  if (overage_price === null) {
    return `${soFar}: ${formatCount(over)} over the limit. More are refused for the rest of the month.`;
  }
  const overage = (Math.round(overage_price * MICROS) * over) / MICROS;
  const parts = `${plain.format(monthly_price)} and ${plain.format(overage)} for ${formatCount(over)} over the limit`;
  return `${soFar}: ${plain.format(monthly_price + overage)} (${parts}).`;
}
