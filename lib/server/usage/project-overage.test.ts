import { expect, test } from 'vitest';
import { lastDayOfPeriod, projectExecutions, projectOverage } from './project-overage';

const starter = { monthlyPriceMicros: 29_000_000n, includedExecutions: 10_000, overagePriceMicros: 10_000n };
const basic = { monthlyPriceMicros: 0n, includedExecutions: 1_000, overagePriceMicros: null };
const enterprise = { monthlyPriceMicros: 499_000_000n, includedExecutions: null, overagePriceMicros: null };
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

test('what lies over the limit costs its price each; up to the limit there is no overage', () => {
  expect(projectOverage(starter, 12_000)).toEqual({
    projectedOverage: 2_000,
    overageCostMicros: 2_000 * 10_000,
  });
  for (const executions of [0, 5_000, 10_000])
    expect(projectOverage(starter, executions)).toEqual({ projectedOverage: 0, overageCostMicros: 0 });
});

test('Enterprise has no limit to pass; Basic passes its own at no price', () => {
  expect(projectOverage(enterprise, 5_000_000)).toEqual({ projectedOverage: 0, overageCostMicros: 0 });
  expect(projectOverage(basic, 2_000)).toEqual({ projectedOverage: 1_000, overageCostMicros: 0 });
});
