import { expect, test } from 'vitest';
import { expectLinear } from '@/testing/expect-linear';
import { hasMoreValues, isStorable, storableJson } from './json';

test.each<[string, unknown, unknown]>([
  ['U+0000', { a: 'x\0y' }, { a: 'x\ufffdy' }],
  ['half of a surrogate pair', ['\ud83d', 'a\ude82'], ['\ufffd', 'a\ufffd']],
  ['a key', { 'k\0': 1 }, { 'k\ufffd': 1 }],
])("a value that PostgreSQL can't store is replaced: %s", (_what, value, stored) => {
  expect(JSON.parse(storableJson(value))).toEqual(stored);
  expect(isStorable(value)).toBe(false);
});

test.each([
  ['\\u0000 written out', { a: '\\u0000 \\\\ud83d' }],
  ['whole pairs and other control characters', { a: '🚂\u0001\n\u2028"\\' }],
  ['numbers, null, nesting', [{ n: [1e21, null, true] }]],
])('all else stays as it is: %s', (_what, value) => {
  expect(storableJson(value)).toBe(JSON.stringify(value));
  expect(isStorable(value)).toBe(true);
});

test('backslashes before what is replaced stay, however many there are', async () => {
  expect(JSON.parse(storableJson('\\\0\\\\\0\0"\\u0000'))).toBe('\\\ufffd\\\\\ufffd\ufffd"\\u0000');
  for (const text of ['"', '\\'])
    await expectLinear(
      500_000,
      (length) => text.repeat(length),
      (long) => expect(JSON.parse(storableJson(`${long}\0`))).toBe(`${long}\ufffd`),
    );
});

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
