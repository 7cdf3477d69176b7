import { expect, test, vi } from 'vitest';
import { type DiffPart, diffTexts, shortened } from './text-diff';

const joined = (parts: readonly DiffPart[] | null, without: DiffPart['kind']) =>
  parts
    ?.filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

test.each([
  ['The arm stops.', 'The arm has stopped.'],
  ['', 'A text.'],
  [
    Array.from({ length: 2_000 }, (_, line) => `Line ${line}.`).join('\n'),
    Array.from({ length: 2_000 }, (_, line) => `Line ${line % 500 === 3 ? 'x' : line}.`).join('\n'),
  ],
])('the parts of two texts give both again', (a, b) => {
  const { parts } = diffTexts(a, b);
  expect(joined(parts, 'added')).toBe(a);
  expect(joined(parts, 'removed')).toBe(b);
});

test('texts that are too long, or have nothing in common, soon count as different', () => {
  expect(diffTexts('a'.repeat(300_000), 'b'.repeat(300_000))).toEqual({ parts: null, reason: 'too long' });
  const lines = (word: string) => Array.from({ length: 9_000 }, (_, line) => `${word} ${line}`).join('\n');
  const start = performance.now();
  expect(diffTexts(lines('a'), lines('b'))).toEqual({ parts: null, reason: 'too different' });
  expect(performance.now() - start).toBeLessThan(5_000);
});

test('replaced lines with thousands of different words are compared as lines only', () => {
  const long = (mark: string) =>
    `${Array.from({ length: 1_000 }, (_, word) => `${mark}${word % 90}`).join(' ')}.\n`;
  const rest = 'The arm stops.\n'.repeat(400);
  // With a stopped clock, the deadline never comes.
  vi.useFakeTimers();
  const { parts } = diffTexts(`${long('a')}${rest}`, `${long('b')}${rest}`);
  vi.useRealTimers();
  expect(parts).toEqual([
    { kind: 'removed', text: long('a') },
    { kind: 'added', text: long('b') },
    { kind: 'same', text: rest },
  ]);
});

test('long equal parts are shortened and their lines counted; every changed line stays', () => {
  const lines = Array.from({ length: 40 }, (_, line) => `${line}\n`);
  const shown = shortened([
    { kind: 'same', text: lines.join('') },
    { kind: 'added', text: 'new\n' },
    { kind: 'same', text: lines.join('') },
  ]);
  expect(shown.map(({ hidden, text }) => hidden ?? text)).toEqual([
    ...['38 equal lines', '38\n39\n', 'new\n', '0\n1\n2\n', '38 equal lines'],
  ]);
  const words = 'word '.repeat(200);
  const inLine = shortened([
    { kind: 'same', text: words },
    { kind: 'removed', text: 'old' },
    { kind: 'same', text: words },
  ]);
  expect(inLine.map(({ hidden, text }) => hidden ?? text)).toEqual([
    ...['884 equal characters', ` ${'word '.repeat(23)}`, 'old', 'word '.repeat(24), '880 equal characters'],
  ]);
});

test('in long texts, the words that differ are found in lines that took the place of others', () => {
  const lines = (word: string) =>
    Array.from({ length: 400 }, (_, line) => `Line ${line} has a ${line === 9 ? word : 'word'}.\n`).join('');
  const { parts } = diffTexts(lines('first'), lines('second'));
  expect(parts?.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: 'first' },
    { kind: 'added', text: 'second' },
  ]);
});
