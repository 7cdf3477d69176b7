import { expect, test } from 'vitest';
import { finalSteps, resultOf } from './job-result';

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
