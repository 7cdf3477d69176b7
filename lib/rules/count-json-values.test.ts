import { expect, test } from 'vitest';
import { hasMoreValues } from './count-json-values';

const texts: [text: string, values: number][] = [
  ['1', 1],
  ['[1,2,3]', 4],
  ['{"a":[],"b":{}}', 5],
  ['"[,{[,{[,{"', 1],
  [String.raw`"\",[" `, 1],
  [String.raw`["\\",1]`, 3],
];

test('values are counted from structure, whatever strings contain', () => {
  for (const [text, values] of texts) {
    const padded = text + ' '.repeat(20);
    expect(hasMoreValues(padded, values), text).toBe(false);
    expect(hasMoreValues(padded, values - 1), text).toBe(true);
  }
});

test('no valid JSON has more values than are counted', () => {
  const count = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce<number>((sum, inner) => sum + count(inner), 1)
      : 1;
  const value = { a: [1, [2, { b: null, 'c,[': '"]' }]], d: {}, e: [[], []] };
  const text = JSON.stringify(value) + ' '.repeat(50);
  expect(hasMoreValues(text, count(value) - 1)).toBe(true);
});

test('a string that never ends is gone through once', () => {
  expect(hasMoreValues(`"${'\\"'.repeat(10)}`, 3)).toBe(false);
});
