import { wordsOf } from '@/lib/format/words';

/**
 * The stem that the forms of an English word share: "retry", "retries", and "retrying" have "retri". It needn't be a
 * word, and only has to be the same for both sides of the search.
 */
export function stem(word: string): string {
  const lower = word.toLowerCase();
  if (lower.length <= 3 || /\d/.test(lower)) return lower;
  const singular = lower
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1');
  return singular
    .replace(/^(.{2,}|.*[aeiouy].*)(?:ing|ed)$/, (whole, rest: string) =>
      rest.length > 2 && /[aeiouy]/.test(rest) ? rest : whole,
    )
    .replace(/(?<=..)e$/, '')
    .replace(/([^aeiou])\1$/, '$1')
    .replace(/(?<=[^aeiou])y$/, 'i');
}

export const stemsOf = (text: string): string[] => wordsOf(text).map(stem);

/** The terms of the words seen so far: texts repeat a few thousand words, and building an index asks for each again. */
const known = new Map<string, string[]>();

/** The stems under which a word is found: `queueAsyncWorkflow` by its parts as well. */
export function termsOf(word: string): string[] {
  const terms = known.get(word) ?? newTermsOf(word);
  known.set(word, terms);
  return terms;
}

function newTermsOf(word: string): string[] {
  const parts = word.split(/(?<=[a-z\d])(?=[A-Z])/);
  return [...new Set([word, ...(parts.length > 1 ? parts : [])].map(stem))];
}
