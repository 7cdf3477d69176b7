import { expect, test } from 'vitest';
import { limitPercent, limitTone } from '@/components/usage/meters';
import { cheapestSentence, overageSentence } from './period-usage';

const stats = {
  from: '2026-11-01',
  to: '2026-11-21',
  currentPeriodExecutions: 6_120,
  planChangedOn: null,
  limitedExecutions: 6_120,
  refusesOverLimit: false,
  maxWorkflows: 10_000 as number | null,
  projectedExecutions: 13_204,
  projectedOverage: 3_204,
  estimatedOverageCost: 32.04,
  currentPlan: { cost: 61.04 },
  cheapestPlan: { plan: { id: 'plan_starter', plan_name: 'Starter' }, cost: 61.04 },
  daysRemaining: 10,
  storedBytes: 0,
  maxStoredBytes: 1,
  usageAlerts: [],
};
const pro = {
  ...stats,
  maxWorkflows: 100_000,
  projectedOverage: 0,
  estimatedOverageCost: 0,
  currentPlan: { cost: 99 },
};
const basic = {
  ...stats,
  maxWorkflows: 1_000,
  refusesOverLimit: true,
  projectedOverage: 12_204,
  estimatedOverageCost: 0,
  currentPlan: { cost: 0 },
};
const onPro = { planName: 'Pro', maxWorkflows: 100_000 };
const onBasic = { planName: 'Basic', maxWorkflows: 1_000 };
const enterprise = { ...pro, maxWorkflows: null, currentPlan: { cost: 499 } };

test('the percentage may pass 100, and is 0 without a maximum', () => {
  const percents = [stats, basic, enterprise].map((each) =>
    limitPercent(each.limitedExecutions, each.maxWorkflows),
  );
  expect(percents).toEqual([61.2, 612, 0]);
});

test('the bar warns once the limit is used up: in amber if more is charged, in red if executions are refused', () => {
  const used = { limitedExecutions: 10_000 };
  expect(limitTone({ ...stats, limitedExecutions: 9_999 })).toBe('good');
  expect(limitTone({ ...stats, ...used })).toBe('soon');
  expect(limitTone({ ...basic, ...used })).toBe('bad');
  expect(limitTone({ ...enterprise, ...used })).toBe('good');
});

test('a plan with a price refuses nothing, however little its overage costs', () => {
  expect(overageSentence({ ...stats, estimatedOverageCost: 0 })).toBe('3,204 over the limit at this pace');
  expect(overageSentence({ ...basic, estimatedOverageCost: 10 })).toMatch(/refused on this plan$/);
});

test('after a change to an unlimited plan, usage over the previous limit is named', () => {
  expect(overageSentence({ ...enterprise, projectedOverage: 12 })).toBe(
    '12 over the limit of the plan before',
  );
});

test('the overage is said in executions, and that a plan refuses them', () => {
  expect([stats, pro, basic, enterprise].map(overageSentence)).toEqual([
    '3,204 over the limit at this pace',
    'within the limit at this pace',
    '12,204 over the limit at this pace, refused on this plan',
    'the plan has no limit',
  ]);
});

test('the cheapest plan is compared with the current one', () => {
  expect(cheapestSentence(pro, onPro)).toBe(
    'At this pace (13,204 executions a month) Starter is cheapest: $61.04, compared with $99.00 on Pro.',
  );
  expect(cheapestSentence(stats, { planName: 'Starter', maxWorkflows: 10_000 })).toBe(
    'At this pace (13,204 executions a month) Starter, your plan, is the cheapest: $61.04.',
  );
  expect(cheapestSentence({ ...pro, projectedExecutions: 1 }, onPro)).toMatch(
    /^At this pace \(1 execution a month/,
  );
});

test('a plan that refuses the month is compared by its price and says that it refuses', () => {
  expect(cheapestSentence(basic, onBasic)).toBe(
    'At this pace (13,204 executions a month) Starter is cheapest: $61.04, compared with $0.00 on Basic, which refuses executions over its limit.',
  );
});

test("a plan that refuses a whole month says so, although this month's limit is that of the plan before", () => {
  const downgraded = { ...basic, maxWorkflows: 93_400, projectedOverage: 0 };
  expect(cheapestSentence(downgraded, onBasic)).toMatch(
    /compared with \$0\.00 on Basic, which refuses executions over its limit\.$/,
  );
  expect(overageSentence(downgraded)).toBe('within the limit at this pace');
});
