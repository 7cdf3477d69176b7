import { expect, test } from 'vitest';
import { plans } from '@/lib/config/plans';
import { billMonth, wholeDay } from '@/lib/rules/bill-month';
import { invoiceLines } from '@/lib/server/billing/price-month';
import type { Plan } from '@/prisma/generated/prisma/client';
import { cheapestPlan, planCost } from './cheapest-plan';

const offered: Plan[] = plans.map((plan, position) => ({
  ...plan,
  monthlyPriceMicros: BigInt(plan.monthlyPriceMicros),
  overagePriceMicros: plan.overagePriceMicros === null ? null : BigInt(plan.overagePriceMicros),
  position,
}));
const [basic, starter, pro, enterprise] = offered as [Plan, Plan, Plan, Plan];
const cheapest = (executions: number, present = pro, among = offered) => {
  const { plan, costMicros } = cheapestPlan(present, among, executions);
  return `${plan.name} ${costMicros / 1_000_000}`;
};

test('each plan is the cheapest up to where the next one is', () => {
  expect([0, 1_000].map((executions) => cheapest(executions))).toEqual(['Basic 0', 'Basic 0']);
  // Basic refuses its 1,001st execution, so it is no candidate however cheap.
  expect(cheapest(1_001)).toBe('Starter 29');
  expect(cheapest(13_204)).toBe('Starter 61.04');
  // At 17,000 executions Starter costs the $99 of Pro.
  expect([16_999, 17_001].map((executions) => cheapest(executions))).toEqual(['Starter 98.99', 'Pro 99']);
  // At 150,000 Pro costs the $499 of Enterprise.
  expect([149_999, 150_001].map((executions) => cheapest(executions, enterprise))).toEqual([
    'Pro 498.99',
    'Enterprise 499',
  ]);
});

test('of equally cheap ones it is the present plan, else the first on offer', () => {
  expect(cheapest(17_000, pro)).toBe('Pro 99');
  expect(cheapest(17_000, starter)).toBe('Starter 99');
  expect(cheapest(150_000, enterprise)).toBe('Enterprise 499');
  expect(cheapest(17_000, basic)).toBe('Starter 99');
});

test('a plan that left the offer is a candidate for the account that keeps it', () => {
  const kept = { ...basic, id: 'plan_old', name: 'Old', includedExecutions: null };
  expect(cheapest(5_000_000, kept)).toBe('Old 0');
});

test('if no plan allows so many, that is an error, not a wrong result', () => {
  expect(() => cheapest(2_000, basic, [basic])).toThrow(RangeError);
});

test('a plan costs what its invoice would say, to the micro-dollar', () => {
  for (const plan of offered)
    for (const executions of [0, 999, 10_001, 123_457]) {
      const total = invoiceLines(billMonth([wholeDay(plan)], [executions])).reduce(
        (sum, line) => sum + line.amountMicros,
        0,
      );
      expect(planCost(plan, executions)).toEqual({ plan, costMicros: total });
    }
});
