import { expect, test } from 'vitest';
import { alignSteps, calledModels, differenceOf, modelOf, outputText } from './compare-jobs';

const steps = (...ids: string[]) => ids.map((id) => ({ id }));

test('steps are aligned by id, and those added or removed keep their order', () => {
  const aligned = alignSteps(steps('gone', 'a', 'old', 'b'), steps('a', 'new', 'b'));
  expect(aligned.map(({ id, a, b }) => `${id} ${a ? 'a' : '-'}${b ? 'b' : '-'}`)).toEqual([
    ...['gone a-', 'a ab', 'old a-', 'new -b', 'b ab'],
  ]);
});

test('a difference is known only if both measures are, and its share only of something', () => {
  expect(differenceOf(2, 3)).toEqual({ change: 1, share: 0.5 });
  expect(differenceOf(0, 3)).toEqual({ change: 3, share: null });
  expect(differenceOf(null, 3)).toEqual({ change: null, share: null });
});

test.each([
  [{ text: 'A\nB' }, 'A\nB'],
  [{ label: 'a', score: 1 }, '{\n  "label": "a",\n  "score": 1\n}'],
  [null, ''],
])('an output %j is compared as text', (output, text) => {
  expect(outputText(output)).toBe(text);
});

test('a step that no model served names the models that it called, each once', () => {
  const attempt = (stepId: string, model: string, outcome: 'FAILED' | 'PASSED_OVER') => ({
    ...{ stepId, model, outcome },
  });
  const called = calledModels([
    attempt('a', 'p/m', 'FAILED'),
    attempt('a', 'p/m', 'FAILED'),
    attempt('a', 'p/over', 'PASSED_OVER'),
    attempt('a', 'p/n', 'FAILED'),
    attempt('b', 'p/over', 'PASSED_OVER'),
  ]);
  expect([...called]).toEqual([['a', ['p/m', 'p/n']]]);
  expect(modelOf({ model: null, called: ['p/m', 'p/n'] })).toBe('Called: p/m, p/n');
  expect(modelOf({ model: 'p/n', called: ['p/m', 'p/n'] })).toBe('p/n');
  expect(modelOf({ model: null, called: [] })).toBeNull();
});
