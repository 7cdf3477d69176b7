import { expect, test } from 'vitest';
import { projectOverage } from '@/lib/server/usage/account-dashboard-stats';

const starter = { includedExecutions: 10_000, overagePriceMicros: 10_000n };
const basic = { includedExecutions: 1_000, overagePriceMicros: null };
const enterprise = { includedExecutions: null, overagePriceMicros: null };
const at = (instant: string) => new Date(instant);

test('halfway through a month the work so far is doubled', () => {
  expect(projectOverage(starter, 6_000, at('2026-06-16T00:00:00Z'))).toEqual({
    executions: 6_000,
    includedExecutions: 10_000,
    projectedOverage: 2_000,
    overageCostMicros: 2_000 * 10_000,
    daysRemaining: 15,
  });
});

test.each(['2026-06-01T00:00:00.000Z', '2026-06-01T00:00:01Z', '2026-06-01T23:59:59.999Z'])(
  'the first day of a month counts as a whole day, so that its first minutes do not explode: %s',
  (now) => {
    expect(projectOverage(starter, 400, at(now))).toMatchObject({
      projectedOverage: 2_000,
      daysRemaining: 30,
    });
  },
);

test('in the last millisecond of a month the projection is what ran, and the day itself remains', () => {
  expect(projectOverage(starter, 10_500, at('2026-06-30T23:59:59.999Z'))).toMatchObject({
    projectedOverage: 500,
    overageCostMicros: 5_000_000,
    daysRemaining: 1,
  });
});

test.each([
  ['2026-02-01T06:00:00Z', 28],
  ['2028-02-01T06:00:00Z', 29],
  ['2026-12-31T12:00:00Z', 1],
  ['2026-12-01T12:00:00Z', 31],
])('days remaining count today and follow the calendar: %s', (now, days) => {
  expect(projectOverage(starter, 0, at(now)).daysRemaining).toBe(days);
});

test('work below the limit projects no overage, and none at all projects nothing', () => {
  for (const executions of [0, 5_000]) {
    expect(projectOverage(starter, executions, at('2026-06-16T00:00:00Z'))).toMatchObject({
      projectedOverage: 0,
      overageCostMicros: 0,
    });
  }
});

test('Enterprise has no limit to pass; Basic passes its own at no price', () => {
  const now = at('2026-06-16T00:00:00Z');
  expect(projectOverage(enterprise, 5_000_000, now)).toMatchObject({
    includedExecutions: null,
    projectedOverage: 0,
  });
  expect(projectOverage(basic, 1_000, now)).toMatchObject({ projectedOverage: 1_000, overageCostMicros: 0 });
});
