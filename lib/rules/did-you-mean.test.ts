import { expect, test } from 'vitest';
import { didYouMean } from './did-you-mean';

const tasks = ['summarization', 'extraction', 'classification', 'translation', 'format-conversion'];

test.each([
  ['summarize', 'summarization'],
  ['Summarization', 'summarization'],
  ['sumarization', 'summarization'],
  ['extract', 'extraction'],
  ['classify', 'classification'],
  ['format_conversion', 'format-conversion'],
  ['conversion', 'format-conversion'],
])('%s is taken for %s', (word, meant) => {
  expect(didYouMean(word, tasks)).toBe(` Did you mean ${meant}?`);
});

test.each([['poem'], [''], ['x'], ['constructor'], ['summarization'.repeat(1_000)]])(
  'nothing is suggested for %s',
  (word) => {
    expect(didYouMean(word, tasks)).toBe('');
  },
);
