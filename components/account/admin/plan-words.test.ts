import { expect, test } from 'vitest';
import { monthOnPlan, planIncludes, planPrice, planStorage, planWarnings } from './plan-words';
import type { PlanNumbers } from './use-account';

const GiB = 1024 ** 3;

const plan = (
  monthly_price: number,
  max_workflows: number | null,
  overage_price: number | null,
): PlanNumbers => ({
  id: 'plan_x',
  plan_name: 'X',
  monthly_price,
  max_workflows,
  overage_price,
  maxStoredBytes: 20 * GiB,
});
const free = plan(0, 1_000, null);
const small = plan(29, 10_000, 0.01);
const large = plan(99, 100_000, 0.008);
const endless = plan(499, null, null);

test('a price is in dollars, with cents if there are any', () => {
  expect([free, small, plan(29.5, 1, null)].map(planPrice)).toEqual([
    '$0 per month',
    '$29 per month',
    '$29.50 per month',
  ]);
});

test('the included amount is followed by the price or the refusal over the limit', () => {
  expect([free, small, large, endless].map(planIncludes)).toEqual([
    '1,000 executions a month, refused over the limit',
    '10,000 executions a month, then $0.01 each',
    '100,000 executions a month, then $0.008 each',
    'Unlimited executions',
  ]);
});

test('a month says its price and how much of its limit is used, if there still is one', () => {
  const month = (total: number, maxWorkflows: number | null) => ({
    total,
    maxWorkflows,
    limitedExecutions: 1_240,
  });
  expect(monthOnPlan(month(64, 55_000), small)).toBe(
    'This month so far: $64, with 1,240 of 55,000 executions used.',
  );
  expect(monthOnPlan(month(66.4, 1_000), small)).toBe(
    'This month so far: $66.40, with 1,240 of 1,000 executions used.',
  );
  expect(monthOnPlan(month(499, null), endless)).toBe('This month so far: $499 with unlimited executions.');
  expect(monthOnPlan(month(205.67, 73_334), endless)).toBe(
    'This month so far: $205.67, unlimited from today on.',
  );
});

const nothing = { projectedExecutions: 0, storedBytes: 0 };
const used = (limitedExecutions: number, maxWorkflows: number | null) => ({
  total: 0,
  maxWorkflows,
  limitedExecutions,
});

test('a plan that refuses work over its limit says so if the month is over it already, or will be at its pace', () => {
  const warnings = (plan: PlanNumbers, executions: number, limit: number | null, projected: number) =>
    planWarnings(plan, plan, used(executions, limit), { projectedExecutions: projected, storedBytes: 0 });
  expect(warnings(free, 1_240, 1_000, 1_300)).toEqual(['Refuses work for the rest of this month.']);
  const atThisPace = ['Refuses work over 1,000 executions a month; at this pace you run 17,200.'];
  expect(warnings(free, 13_200, 73_000, 17_200)).toEqual(atThisPace);
  expect(planWarnings(free, free, null, { projectedExecutions: 17_200, storedBytes: 0 })).toEqual(atThisPace);
  expect(warnings(free, 1_000, 1_000, 1_000)).toEqual([]);
  expect(warnings(small, 1_000_000, 10_000, 2_000_000)).toEqual([]);
  expect(warnings(endless, 1_000_000, null, 2_000_000)).toEqual([]);
});

test('a plan says its storage, and what follows if the jobs of the account already take that much', () => {
  expect(planStorage(large)).toBe('20 GiB of storage for jobs');
  const warnings = (storedBytes: number) =>
    planWarnings(endless, large, used(0, null), { ...nothing, storedBytes });
  expect(warnings(20 * GiB - 1)).toEqual([]);
  expect(warnings(31.2 * GiB)).toEqual([
    'Refuses new jobs until jobs are deleted or expire; they take 31.2 GiB now.',
  ]);
});

test('a plan that keeps less of the audit trail says what is deleted, and when', () => {
  const changed = (before: string, after: string) =>
    planWarnings({ id: before }, { ...large, id: after }, used(0, null), nothing);
  expect(changed('plan_pro', 'plan_basic')).toEqual(['In 30 days, deletes audit events older than 90 days.']);
  expect(changed('plan_gone', 'plan_basic')).toHaveLength(1);
  for (const [before, after] of [
    ['plan_basic', 'plan_pro'],
    ['plan_pro', 'plan_pro'],
    ['plan_pro', 'plan_gone'],
  ] as const)
    expect(changed(before, after)).toEqual([]);
});
