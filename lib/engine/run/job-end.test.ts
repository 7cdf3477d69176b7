import { expect, test } from 'vitest';
import { finalSteps, jobTimes, resultOf, type StepCall } from './job-end';

const call = (
  position: number,
  startedAt: number,
  endedAt: number,
  retryAt: number | null = null,
): StepCall => ({
  ...{ position, startedAt, endedAt, retryAt },
  ...({ model: 'sandbox/fast', outcome: 'ANSWERED', code: null } as const),
});
const settled = (...ends: number[]) =>
  ends.map((finishedAt, position) => ({ position, finishedAt, approval: null }));

test('the parts of a job’s time add up to the whole, and calls that overlap count once', () => {
  const job = { createdAt: 1_000, startedAt: 1_400, finishedAt: 9_400, away: [] };
  const calls = [call(0, 1_500, 3_500), call(1, 2_500, 4_500), call(2, 6_000, 9_000)];
  expect(jobTimes(job, settled(3_500, 4_600, 9_300), calls)).toEqual({
    queueMs: 400,
    providerMs: 6_000,
    retryMs: 0,
    approvalMs: 0,
    ownMs: 2_000,
  });
});

test("a wait for the same model doesn't count as work of ours, and not at all while another step’s call is under way", () => {
  const job = { createdAt: 0, startedAt: 0, finishedAt: 70_000, away: [] };
  const calls = [call(0, 0, 1_000, 61_000), call(1, 500, 11_000), call(0, 61_000, 69_000)];
  expect(jobTimes(job, settled(69_500, 11_500), calls)).toEqual({
    queueMs: 0,
    providerMs: 19_000,
    retryMs: 50_000,
    approvalMs: 0,
    ownMs: 1_000,
  });
});

test('a step that continues with another model, or ends, no longer waits for the first model', () => {
  const job = { createdAt: 0, startedAt: 0, finishedAt: 3_000, away: [] };
  const calls = [call(0, 0, 1_000, 61_000), call(0, 1_000, 2_000, 90_000)];
  expect(jobTimes(job, settled(2_000), calls)).toEqual({
    queueMs: 0,
    providerMs: 2_000,
    retryMs: 0,
    approvalMs: 0,
    ownMs: 1_000,
  });
});

test('a job that never began was in its line all the time', () => {
  expect(jobTimes({ createdAt: 5, startedAt: null, finishedAt: 25, away: [] }, settled(25), [])).toEqual({
    queueMs: 20,
    providerMs: 0,
    retryMs: 0,
    approvalMs: 0,
    ownMs: 0,
  });
});

test('time in no process counts as queue, except while a step waits for a retry', () => {
  const job = { createdAt: 0, startedAt: 100, finishedAt: 20_000, away: [{ from: 1_000, to: 15_000 }] };
  const calls = [call(0, 200, 1_000, 11_000), call(0, 15_500, 19_500)];
  expect(jobTimes(job, settled(19_900), calls)).toEqual({
    queueMs: 4_100,
    providerMs: 4_800,
    retryMs: 10_000,
    approvalMs: 0,
    ownMs: 1_100,
  });
});

test('final steps are those for which no other one waits', () => {
  expect(finalSteps([{ waitsFor: [] }, { waitsFor: [0] }, { waitsFor: [] }])).toEqual([false, true, true]);
});

test('the result is the output of the only final step, of several an object by id, skipped ones included', () => {
  expect(resultOf([{ stepId: 'a', output: { text: 'Fine.' } }])).toEqual({ text: 'Fine.' });
  const several = [
    { stepId: 'a', output: 0 },
    { stepId: 'b', output: null },
  ];
  expect(resultOf(several)).toEqual({ a: 0, b: null });
});

test('a job whose steps are gone has no result, rather than an empty one', () => {
  expect(resultOf([])).toBeNull();
});
