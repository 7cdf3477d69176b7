import { expect, test } from 'vitest';
import { alignSteps, differenceOf, outputText } from './compare-jobs';

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
