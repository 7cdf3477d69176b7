import { expect, test } from 'vitest';
import { foldText, wordsIn } from '@/lib/rules/search-text';

test('case and accents are folded in scripts that have them, and nothing else is lost', () => {
  expect(foldText('ÉLODIE Ｆull')).toBe('elodie full');
  expect(foldText('李 小龍 100% _\\')).toBe('李 小龍 100% _\\');
});

test('a search has each of its words once', () => {
  expect(wordsIn(' a  b\ta ')).toEqual(['a', 'b']);
  expect(wordsIn(null)).toEqual([]);
});
