import { expect, test } from 'vitest';
import { texts } from '@/testing/texts';
import { splitSentences } from './sentences';

test.each([
  ['en', 5],
  ['de', 5],
  ['fr', 5],
  ['es', 6],
  ['ja', 5],
  ['ar', 6],
  ['zh', 6],
] as const)('a text in %s has %i sentences, and they hold all of it', (language, count) => {
  const sentences = splitSentences(texts[language]);
  expect(sentences).toHaveLength(count);
  expect(sentences.join('').replace(/\s/g, '')).toBe(texts[language].replace(/\s/g, ''));
});

test('abbreviations, ordinals, numbers and initials end no sentence', () => {
  for (const sentence of [
    'Dr. A. Reyes waits.',
    'Am 3. März kommt No. 5 an.',
    'It weighs 2.5 kg, i.e. little.',
  ]) {
    expect(splitSentences(`${sentence} Yes.`)).toEqual([sentence, 'Yes.']);
  }
});

test("lines of lists and logs are sentences, wrapped lines aren't", () => {
  expect(splitSentences('- one\n- two\n1. three')).toEqual(['- one', '- two', '1. three']);
  const wrapped = 'This line was wrapped by the program that it was written with,\nand goes on here.';
  expect(splitSentences(wrapped)).toEqual([wrapped]);
});
