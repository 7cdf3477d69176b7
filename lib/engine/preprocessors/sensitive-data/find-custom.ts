import { RE2JS } from 're2js';
import { longestMatches } from '@/lib/engine/preprocessors/longest-matches';
import type { Span } from './finding';

/**
 * Finds what a caller names: words, as whole words in any case, and what RE2 patterns match. Each search for a match takes
 * linear time, but a pattern can need one per character: it runs where time is limited (`isLight`).
 */
export function findCustom(text: string, words: readonly string[], patterns: readonly string[]): Span[] {
  const ofWords = words.length > 0 ? longestMatches(words.map(inLowerCase), true)(inLowerCase(text)) : [];
  return [...ofWords, ...patterns.flatMap((pattern) => matchesOf(pattern, text))];
}

function matchesOf(pattern: string, text: string): Span[] {
  const found: Span[] = [];
  const matcher = RE2JS.compile(RE2JS.translateRegExp(pattern)).matcher(text);
  while (matcher.find())
    if (matcher.end() > matcher.start()) found.push({ start: matcher.start(), end: matcher.end() });
  return found;
}

/** In lower case, with each character at its place: `İ` would become two. */
function inLowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
}
