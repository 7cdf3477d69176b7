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

test.each([
  ...['\u00ad', '\u034f', '\u180e', '\u200b', '\u2060', '\u2064', '\u206a', '\ufeff', '\ufff9'],
  ...['\u{e0001}', '\u{e0041}', '\u{e007f}', '\u{1f3f4}\u{e0041}'],
])('a line has no invisible characters, such as %j', (character) => {
  expect(name.safeParse(`a${character}b`).error?.issues[0]?.message).toBe(
    "A name can't contain invisible characters, such as U+00AD, U+200B, U+2060, and U+FEFF. Type it instead of pasting it.",
  );
});

test('emoji are fine in a line, however they are joined', () => {
  const emoji = '👩🏽\u200d🔬 ❤\ufe0f \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}';
  expect(line('A name', 40).parse(emoji)).toBe(emoji);
});

test('a line keeps its direction: no name is read as another one', () => {
  const codes = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
  for (const code of codes)
    expect(name.safeParse(`a${String.fromCodePoint(code)}b`).error?.issues[0]?.message).toBe(
      "A name can't contain invisible characters that change the writing direction (U+202A–U+202E, U+2066–U+2069). Type it instead of pasting it.",
    );
  // Marks and joiners, which scripts need, are fine.
  for (const text of ['عربي', 'שלום', 'a\u200eb', 'می\u200cخ']) expect(name.parse(text)).toBe(text);
});
