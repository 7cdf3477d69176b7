import { expect, test } from 'vitest';
import { line, optionalLine } from './line';

const name = optionalLine('A name', 5);

test('a line with nothing to see is none', () => {
  for (const text of ['', '   ', '\u200b', '\u3164', '\u2800 \u200d']) expect(name.parse(text)).toBeNull();
  expect([name.parse(null), name.parse(' Ada '), name.parse('🚂')]).toEqual([null, 'Ada', '🚂']);
});

test('a line is one, of whole characters and bounded', () => {
  for (const text of ['a\nb', 'a\u0000', 'a\u2028b', '\ud800'])
    expect(line('A name', 5).safeParse(text).error?.issues[0]?.message, JSON.stringify(text)).toBe(
      "A name can't contain line breaks or control characters.",
    );
  expect(name.safeParse('abcdef').error?.issues[0]?.message).toBe('A name has at most 5 characters.');
});
