import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plans as offered } from '@/lib/config/plans';
import {
  billMonth,
  changePlanOn,
  daysOfMonth,
  lastPlanChange,
  type PlanDay,
  type PlanPrice,
  plansByDay,
  wholeDay,
} from './bill-month';

const [basic, starter, pro, enterprise]: readonly [PlanPrice, PlanPrice, PlanPrice, PlanPrice] = offered;
const times = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each);
const days = (...parts: [number, PlanPrice | null][]) =>
  parts.flatMap(([count, plan]) => times(count, plan && wholeDay(plan)));
const none = { day: '2026-11-01', billedPlan: starter, plan: starter };
const changes = (...steps: [string, PlanPrice | null][]): PlanDay<PlanPrice>[] =>
  steps.reduce((history, [day, plan]) => changePlanOn(history, day, plan), [none] as PlanDay<PlanPrice>[]);

test('a whole month on one plan costs its price, and each execution over the limit its price', () => {
  expect(billMonth(days([31, pro]), [100_000])).toMatchObject({ totalMicros: 99_000_000, over: 0 });
  expect(billMonth(days([31, pro]), [60_000, 40_001])).toMatchObject({
    limit: 100_000,
    over: 1,
    overageMicros: 10_000,
    totalMicros: 99_010_000,
  });
});

test('refused executions cost nothing, and on an unlimited plan none are overage', () => {
  expect(billMonth(days([30, basic]), [1_240])).toMatchObject({ over: 240, totalMicros: 0 });
  expect(billMonth(days([30, enterprise]), [5_000_000])).toMatchObject({
    limit: null,
    limited: 0,
    over: 0,
    totalMicros: 499_000_000,
  });
});

test('fee and limit follow the days of each plan, wherever in the month they lie', () => {
  const bill = billMonth(days([5, pro], [15, starter], [10, pro]), []);
  expect(bill.shares.map(({ plan, days, feeMicros }) => [plan.id, days, feeMicros])).toEqual([
    ['plan_pro', 15, 49_500_000],
    ['plan_starter', 15, 14_500_000],
  ]);
  expect(bill).toMatchObject({ limit: 55_000, totalMicros: 64_000_000 });
});

test('a downgrade on the last day leaves the other days as dear as they were', () => {
  expect(billMonth(days([29, pro], [1, basic]), []).totalMicros).toBe(95_700_000);
});

test('executions over the limit cost what the plan of their day asks', () => {
  const plans = days([10, starter], [10, pro], [10, basic]);
  const executions = [37_010, ...times(9, 0), 5, ...times(9, 0), 7];
  // The limit is (10,000 + 100,000 + 1,000) / 3.
  const bill = billMonth(plans, executions);
  expect(bill.limit).toBe(37_000);
  expect(bill.shares.map(({ over, overageMicros }) => [over, overageMicros])).toEqual([
    [10, 100_000],
    [5, 40_000],
    [7, 0],
  ]);
});

test('executions on unlimited days, or days without a plan, leave the limit of the other days alone', () => {
  const plans = days([15, enterprise], [14, starter], [1, null]);
  const bill = billMonth(plans, [1_000_000, ...times(14, 0), 9_400, ...times(13, 0), 50_000]);
  expect(bill).toMatchObject({ limit: 9_334, limited: 9_400, over: 66, overageMicros: 660_000 });
});

test('a day costs the fee of the most expensive of its plans, however often it is switched', () => {
  const history = changes(['2026-11-10', pro], ['2026-11-10', basic], ['2026-11-10', starter]);
  expect(history).toHaveLength(2);
  const plans = plansByDay(history, '2026-11-01');
  expect([8, 9, 10].map((index) => plans[index]?.fee.id)).toEqual([
    'plan_starter',
    'plan_pro',
    'plan_starter',
  ]);
});

test('a downgrade holds from the next day, an upgrade from the day itself', () => {
  const down = plansByDay(changes(['2026-11-10', basic]), '2026-11-01');
  expect([9, 10].map((index) => down[index]?.limit.id)).toEqual(['plan_starter', 'plan_basic']);
  const up = plansByDay(changes(['2026-11-10', pro]), '2026-11-01');
  expect([8, 9].map((index) => up[index]?.limit.id)).toEqual(['plan_starter', 'plan_pro']);
});

test("the day of a cancellation is billed, the days after aren't, until a plan is chosen", () => {
  const history = changes(['2026-11-20', null], ['2027-01-03', pro]);
  expect(billMonth(plansByDay(history, '2026-11-01'), []).shares).toMatchObject([{ days: 20 }]);
  expect(billMonth(plansByDay(history, '2026-12-01'), [])).toMatchObject({ limit: 0, totalMicros: 0 });
  expect(billMonth(plansByDay(history, '2027-01-01'), []).shares).toMatchObject([{ days: 29 }]);
});

test('the month in which an account was opened is charged whole', () => {
  const opened = changePlanOn<PlanPrice>([], '2026-11-18', pro);
  expect(billMonth(plansByDay(opened, '2026-11-01'), []).totalMicros).toBe(99_000_000);
});

const month = fc.integer({ min: 0, max: 47 }).map((index) => {
  const year = 2024 + Math.floor(index / 12);
  return `${year}-${String((index % 12) + 1).padStart(2, '0')}-01`;
});
const cent = 10_000;
const anyPlan = fc.constantFrom<PlanPrice>(...offered);

test('any plan in force for a whole month costs exactly its price and has exactly its limit', () => {
  fc.assert(
    fc.property(month, anyPlan, (first, plan) => {
      const bill = billMonth(
        daysOfMonth(first).map(() => wholeDay(plan)),
        [],
      );
      expect(bill).toMatchObject({ totalMicros: plan.monthlyPriceMicros, limit: plan.includedExecutions });
    }),
  );
});

test('the parts of any month add up in whole cents, between the cheapest and the most expensive of its plans', () => {
  const used = fc.array(fc.nat(20_000), { maxLength: 31 });
  fc.assert(
    fc.property(month, fc.infiniteStream(anyPlan), used, (first, stream, executions) => {
      const plans = daysOfMonth(first).map(() => stream.next().value as PlanPrice);
      const bill = billMonth(plans.map(wholeDay), executions);
      const parts = bill.shares.map(({ feeMicros, overageMicros }) => feeMicros + overageMicros);
      expect(parts.filter((micros) => micros % cent !== 0)).toEqual([]);
      expect(parts.reduce((sum, each) => sum + each, 0)).toBe(bill.totalMicros);
      expect(bill.shares.reduce((sum, share) => sum + share.days, 0)).toBe(plans.length);
      expect(bill.over).toBe(bill.limit === null ? 0 : Math.max(0, bill.limited - bill.limit));
      const fees = bill.totalMicros - bill.overageMicros;
      const prices = plans.map((plan) => Number(plan.monthlyPriceMicros));
      expect(fees).toBeGreaterThanOrEqual(Math.min(...prices) - cent * bill.shares.length);
      expect(fees).toBeLessThanOrEqual(Math.max(...prices) + cent * bill.shares.length);
    }),
  );
});

test('switching away and back within a day never makes a month cheaper, whatever ran, and lifts no limit', () => {
  const used = fc.array(fc.nat(200_000), { maxLength: 30 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      anyPlan,
      anyPlan,
      used,
      (date, present, other, executions) => {
        const day = `2026-11-${String(date).padStart(2, '0')}`;
        const stay: PlanDay<PlanPrice>[] = [{ day: '2026-10-01', billedPlan: present, plan: present }];
        const back = changePlanOn(changePlanOn(stay, day, other), day, present);
        const bill = (history: PlanDay<PlanPrice>[]) =>
          billMonth(plansByDay(history, '2026-11-01'), executions);
        expect(bill(back).totalMicros).toBeGreaterThanOrEqual(bill(stay).totalMicros);
        expect(bill(back).limit).toBe(bill(stay).limit);
        expect(bill(back).over).toBe(bill(stay).over);
      },
    ),
  );
});

test('on the day an account opens, a plan chosen for a moment costs its fee for that day alone', () => {
  const opened = changePlanOn<PlanPrice>([], '2026-11-25', basic);
  const back = changePlanOn(changePlanOn(opened, '2026-11-25', enterprise), '2026-11-25', basic);
  expect(billMonth(plansByDay(back, '2026-11-01'), []).totalMicros).toBe(16_630_000);
});

test('switching to an unlimited plan adds no overage', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(10_000), (date, executions) => {
      const ran = [...times(date - 1, 0), executions];
      const history = changes([`2026-11-${String(date).padStart(2, '0')}`, enterprise]);
      expect(billMonth(plansByDay(history, '2026-11-01'), ran).over).toBe(0);
    }),
  );
});

test("the last change of plan in a month is neither the first plan, an earlier month's, nor a cancellation", () => {
  const changed = changes(['2026-11-10', pro], ['2026-11-28', basic]);
  expect(lastPlanChange(changed, '2026-11-01')).toBe('2026-11-28');
  expect(lastPlanChange(changed, '2026-12-01')).toBeNull();
  expect(lastPlanChange(changes(), '2026-11-01')).toBeNull();
  expect(lastPlanChange(changes(['2026-11-10', pro], ['2026-11-28', null]), '2026-11-01')).toBeNull();
});
