import { expect, test } from 'vitest';
import { rangeChanges } from './range-summary';

const totals = (totalExecutions: number, successRate = 97.4) => ({
  totalExecutions,
  successRate,
  estimatedCost: totalExecutions / 1000,
  unknownCostCount: 0,
  totalTokens: 150 * totalExecutions,
});
const month = { from: '2026-10-25', to: '2026-11-23' };
const today = '2026-11-23';
const compare = (now: number, before: number) => rangeChanges(totals(now), totals(before), month, today);
const rates = (now: number, before: number) =>
  rangeChanges(totals(10, now), totals(10, before), month, today)?.successRate;

test('a change is said in words, with what it is compared with', () => {
  expect(compare(1_120, 1_000)).toEqual({
    totalExecutions: { text: '12% more than in the 30 days before', tone: 'better' },
    estimatedCost: { text: '12% more than in the 30 days before', tone: 'neither' },
    successRate: { text: 'The same as in the 30 days before', tone: 'neither' },
    totalTokens: { text: '12% more than in the 30 days before', tone: 'neither' },
  });
  expect(compare(974, 1_000)).toMatchObject({
    totalExecutions: { text: '2.6% fewer than in the 30 days before', tone: 'worse' },
    estimatedCost: { text: '2.6% less than in the 30 days before' },
    totalTokens: { text: '2.6% fewer than in the 30 days before' },
  });
  expect(compare(25_000, 1_000)?.totalExecutions.text).toBe('2,400% more than in the 30 days before');
});

test('a single day is compared with the day before', () => {
  const day = { from: '2026-11-22', to: '2026-11-22' };
  expect(rangeChanges(totals(3), totals(2), day, today)?.totalExecutions.text).toBe(
    '50% more than on the day before',
  );
});

test('a change that rounds to 0.0% is neither better nor worse', () => {
  expect(compare(100_000, 100_000)).toMatchObject({
    totalExecutions: { text: 'As many as in the 30 days before', tone: 'neither' },
    estimatedCost: { text: 'As much as in the 30 days before' },
  });
  expect(compare(100_049, 100_000)).toMatchObject({
    totalExecutions: { text: 'About as many as in the 30 days before', tone: 'neither' },
    estimatedCost: { text: 'About as much as in the 30 days before' },
  });
});

test("a cost that is known in part isn't compared", () => {
  const known = totals(10);
  const inPart = { ...known, unknownCostCount: 1 };
  for (const [now, before] of [
    [inPart, known],
    [known, inPart],
  ] as const)
    expect(rangeChanges(now, before, month, today)?.estimatedCost).toEqual({
      text: 'Not comparable with the cost in the 30 days before',
      tone: 'neither',
    });
});

test('success rates differ in whole points, as the page shows them', () => {
  expect(rates(98.4, 96)).toEqual({ text: '2 points higher than in the 30 days before', tone: 'better' });
  expect(rates(96.4, 97.4)).toEqual({ text: '1 point lower than in the 30 days before', tone: 'worse' });
  expect(rates(97.4, 96.6)?.text).toBe('The same as in the 30 days before');
  expect(rates(50, 0)).toEqual({ text: '50 points higher than in the 30 days before', tone: 'better' });
});

test('nothing before, or nothing now, has no percentage', () => {
  expect(compare(5, 0)).toEqual({
    totalExecutions: { text: 'None in the 30 days before', tone: 'neither' },
    estimatedCost: { text: 'Nothing in the 30 days before', tone: 'neither' },
    successRate: { text: 'No executions in the 30 days before', tone: 'neither' },
    totalTokens: { text: 'None in the 30 days before', tone: 'neither' },
  });
  expect(compare(0, 5)?.successRate).toEqual({ text: '97% in the 30 days before', tone: 'neither' });
  expect(compare(0, 5)?.totalExecutions.text).toBe('100% fewer than in the 30 days before');
});

test("a range with days to come isn't compared", () => {
  expect(rangeChanges(totals(1), totals(1), { ...month, to: '2026-11-24' }, today)).toBeNull();
});
