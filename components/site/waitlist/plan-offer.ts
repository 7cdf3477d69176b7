import { type PlanConfig, plans } from '@/lib/config/plans';
import { formatPrice } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';

const MICROS = 1e6;
const offered: readonly PlanConfig[] = plans;

/** What a plan costs and gives, in a sentence. @returns '' for a plan that isn't on offer */
export function planOffer(name: string): string {
  const plan = offered.find((one) => one.name === name);
  if (!plan) return '';
  const { monthlyPriceMicros, includedExecutions, overagePriceMicros } = plan;
  if (monthlyPriceMicros === 0 && includedExecutions !== null)
    return `Free for ${formatCount(includedExecutions)} executions per month.`;
  const price = `${formatPrice(monthlyPriceMicros / MICROS)} per month`;
  if (includedExecutions === null) return `${price}, with no limit on executions.`;
  const extra = overagePriceMicros === null ? '' : `, then ${formatPrice(overagePriceMicros / MICROS)} each`;
  return `${price} for ${formatCount(includedExecutions)} executions${extra}.`;
}

/** The price of every plan, to compare. */
export const planPrices: string = offered
  .map(({ name, monthlyPriceMicros }) => `${name} ${formatPrice(monthlyPriceMicros / MICROS)}`)
  .join(' · ');
