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
  const price = monthlyPriceMicros === 0 ? 'Free' : `${formatPrice(monthlyPriceMicros / MICROS)} per month`;
  if (includedExecutions === null) return `${price}, with no limit on executions.`;
  const included = `${price}, with ${formatCount(includedExecutions)} executions per month`;
  return overagePriceMicros === null
    ? `${included}.`
    : `${included}, then ${formatPrice(overagePriceMicros / MICROS)} each.`;
}

/** The price of every plan, to compare. */
export const planPrices: string = offered
  .map(({ name, monthlyPriceMicros }) => `${name} ${formatPrice(monthlyPriceMicros / MICROS)}`)
  .join(' · ');
