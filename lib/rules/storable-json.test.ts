import { expect, test } from 'vitest';
import { expectLinear } from '@/testing/expect-linear';
import { isStorable, storableJson } from './storable-json';

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
