import { expect, test } from 'vitest';
import type { PlanPrice } from '@/lib/rules/bill-month';
import { billPeriod, lastDayOfPeriod, projectExecutions } from './project-overage';

const starter: PlanPrice = {
  id: 'plan_starter',
  monthlyPriceMicros: 29_000_000n,
  includedExecutions: 10_000,
  overagePriceMicros: 10_000n,
};
const basic: PlanPrice = {
  id: 'plan_basic',
  monthlyPriceMicros: 0n,
  includedExecutions: 1_000,
  overagePriceMicros: null,
};
const enterprise: PlanPrice = {
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
  'the first day of a month counts as a whole day, so that its first minutes do not explode: %s',
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

test('what lies over the limit costs its price each; up to the limit there is no overage', () => {
  expect(onPlan(starter, 6_000, 12_000)).toMatchObject({ over: 2_000, overageMicros: 2_000 * 10_000 });
  for (const executions of [0, 5_000, 10_000])
    expect(onPlan(starter, 0, executions)).toMatchObject({ over: 0, overageMicros: 0 });
});

test('Enterprise has no limit to pass; Basic passes its own at no price', () => {
  expect(onPlan(enterprise, 0, 5_000_000)).toMatchObject({ over: 0, overageMicros: 0 });
  expect(onPlan(basic, 500, 2_000)).toMatchObject({ over: 1_000, overageMicros: 0 });
});

test('after a change of plan, what is still to come is priced by the plan at the end of the period', () => {
  const history = [
    { day: '2026-01-01', billedPlan: enterprise, plan: enterprise },
    { day: '2026-06-15', billedPlan: enterprise, plan: starter },
  ];
  const usage = new Map([['2026-06-10', { executions: 90_000 }]]);
  const { soFar, projected } = billPeriod(history, '2026-06-01', usage, 102_000);
  expect(soFar).toMatchObject({ limit: 10_000, limited: 0, over: 0, totalMicros: 264_000_000 });
  expect(projected).toMatchObject({ limited: 12_000, over: 2_000, totalMicros: 284_000_000 });
});
