import { expect, test } from 'vitest';
import { plans } from '@/lib/config/plans';
import { billMonth, type PlanPrice, wholeDay } from '@/lib/rules/bill-month';
import { invoiceLines } from '@/lib/server/billing/price-month';
import type { Plan } from '@/prisma/generated/prisma/client';
import { billPeriod, cheapestPlan, lastDayOfPeriod, planCost, projectExecutions } from './overage';

const starterPrice: PlanPrice = {
  id: 'plan_starter',
  monthlyPriceMicros: 29_000_000n,
  includedExecutions: 10_000,
  overagePriceMicros: 10_000n,
};
const basicPrice: PlanPrice = {
  id: 'plan_basic',
  monthlyPriceMicros: 0n,
  includedExecutions: 1_000,
  overagePriceMicros: null,
};
const enterprisePrice: PlanPrice = {
  id: 'plan_enterprise',
  monthlyPriceMicros: 499_000_000n,
  includedExecutions: null,
  overagePriceMicros: null,
};
const at = (instant: string) => new Date(instant);

test('halfway through a month the work so far is doubled', () => {
  expect(projectExecutions(6_000, at('2026-06-16T00:00:00Z'))).toBe(12_000);
});

test.each(['2026-06-01T00:00:00.000Z', '2026-06-01T00:00:01Z', '2026-06-01T23:59:59.999Z'])(
  "the first day of a month counts as a whole day, so that its first minutes don't inflate the projection: %s",
  (now) => expect(projectExecutions(400, at(now))).toBe(12_000),
);

test('in the last millisecond of a month the projection is what ran; of no work it is none', () => {
  expect(projectExecutions(10_500, at('2026-06-30T23:59:59.999Z'))).toBe(10_500);
  expect(projectExecutions(0, at('2026-06-16T00:00:00Z'))).toBe(0);
});

test.each([
  ['2026-02-01', '2026-02-28'],
  ['2028-02-29', '2028-02-29'],
  ['2026-12-31', '2026-12-31'],
  ['2026-12-01', '2026-12-31'],
])('a period ends with its calendar month: %s', (day, last) => {
  expect(lastDayOfPeriod(day)).toBe(last);
});

const onPlan = (plan: PlanPrice, executions: number, projected: number) =>
  billPeriod(
    [{ day: '2026-01-01', billedPlan: plan, plan }],
    '2026-06-01',
    new Map([['2026-06-10', { executions }]]),
    projected,
  ).projected;

test('each execution over the limit costs its price; up to the limit there is no overage', () => {
  expect(onPlan(starterPrice, 6_000, 12_000)).toMatchObject({ over: 2_000, overageMicros: 2_000 * 10_000 });
  for (const executions of [0, 5_000, 10_000])
    expect(onPlan(starterPrice, 0, executions)).toMatchObject({ over: 0, overageMicros: 0 });
});

test('Enterprise has no limit to pass; Basic passes its own at no price', () => {
  expect(onPlan(enterprisePrice, 0, 5_000_000)).toMatchObject({ over: 0, overageMicros: 0 });
  expect(onPlan(basicPrice, 500, 2_000)).toMatchObject({ over: 1_000, overageMicros: 0 });
});

test('after a change of plan, what is still to come is priced by the plan at the end of the period', () => {
  const history = [
    { day: '2026-01-01', billedPlan: enterprisePrice, plan: enterprisePrice },
    { day: '2026-06-15', billedPlan: enterprisePrice, plan: starterPrice },
  ];
  const usage = new Map([['2026-06-10', { executions: 90_000 }]]);
  const { soFar, projected } = billPeriod(history, '2026-06-01', usage, 102_000);
  expect(soFar).toMatchObject({ limit: 10_000, limited: 0, over: 0, totalMicros: 264_000_000 });
  expect(projected).toMatchObject({ limited: 12_000, over: 2_000, totalMicros: 284_000_000 });
});

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
  // Basic refuses its 1,001st execution, so it isn't a candidate, however cheap.
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

test('among equally cheap plans it is the present plan; otherwise, the first on offer', () => {
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
