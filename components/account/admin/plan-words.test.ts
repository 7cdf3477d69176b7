import { expect, test } from 'vitest';
import { auditChange, monthOnPlan, planChange, planIncludes, planPrice } from './plan-words';
import type { PlanNumbers } from './use-account';

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

test('what is included says what lies over it', () => {
  expect([free, small, large, endless].map(planIncludes)).toEqual([
    '1,000 executions a month, refused over the limit',
    '10,000 executions a month, then $0.0100 each',
    '100,000 executions a month, then $0.0080 each',
    'Unlimited executions',
  ]);
});

test('a change says the difference of price and of limit, either way', () => {
  expect(planChange(large, small)).toBe('$70 less per month, and 90,000 fewer executions included.');
  expect(planChange(free, small)).toBe('$29 more per month, and 9,000 more executions included.');
  expect(planChange(large, endless)).toBe('$400 more per month, and no limit on executions.');
  expect(planChange(endless, free)).toBe('$499 less per month, and a limit of 1,000 executions.');
  expect(planChange(small, plan(29, 10_000, 0.02))).toBe('The same price, and as many executions included.');
});

test('a month says its price and how much of its limit is used', () => {
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
});

test('over a limit that refuses, it says that more are refused', () => {
  const month = { total: 0, maxWorkflows: 1_000, limitedExecutions: 1_240 };
  expect(monthOnPlan(month, free)).toBe(
    'This month so far: $0, with 1,240 of 1,000 executions used. More are refused for the rest of the month.',
  );
  expect(monthOnPlan({ ...month, limitedExecutions: 1_000 }, free)).not.toContain('refused');
});

test('a plan that keeps less of the audit trail says what is deleted, and when', () => {
  const [basic, pro, gone] = [{ id: 'plan_basic' }, { id: 'plan_pro' }, { id: 'plan_gone' }];
  expect(auditChange(pro, basic)).toBe(
    'Audit events are kept for 90 days instead of 730: older ones are deleted 30 days after the change.',
  );
  expect(auditChange(gone, basic)).toBe(
    'Audit events are kept for 90 days: older ones are deleted 30 days after the change.',
  );
  for (const [before, after] of [
    [basic, pro],
    [pro, pro],
    [pro, gone],
  ] as const)
    expect(auditChange(before, after)).toBeNull();
});
