import { RE2JS } from 're2js';
import { z } from 'zod';
import { mostPatternWork, patternProblem, patternWork } from '@/lib/engine/expressions/patterns';
import type { Span } from '@/lib/engine/preprocessors/sensitive-data/finding';
import { definePreprocessor, type HiddenValue } from './define-preprocessor';
import { createHider, isDistinctive } from './hide-known';
import { longestMatches } from './longest-matches';
import { createPlaceholders } from './placeholders';
import { findSensitive } from './sensitive-data/find-sensitive';
import { sensitiveTypes } from './sensitive-data/finding';

/** A list of the caller's regular expressions, in RE2's syntax. */
const patternList = z
  .array(z.string().min(1).max(1_000))
  .max(20)
  .superRefine((patterns, context) => {
    const refuse = (message: string, path: number[] = []) =>
      context.addIssue({ code: 'custom', message, path });
    let work = 0;
    for (const [index, source] of patterns.entries()) {
      work += patternWork(source);
      if (work > mostPatternWork)
        return refuse('must be fewer or simpler: they take too much work to compile');
      const problem = patternProblem(RE2JS.translateRegExp(source), () => {});
      if (problem) refuse(`must be a regular expression that RE2 knows (${problem})`, [index]);
    }
  });

export const stripSensitiveData = definePreprocessor({
  name: 'stripSensitiveData',
  summary: 'Replaces personal data and secrets with placeholders.',
  options: z
    .strictObject({
      types: z
        .array(z.enum(sensitiveTypes))
        .default([...sensitiveTypes])
        .describe('What to look for.'),
      words: z
        .array(z.string().min(1).max(200))
        .max(1_000)
        .default([])
        .describe('Your own words and names to hide too, in any case.'),
      patterns: patternList
        .default([])
        .describe('Your own regular expressions; what they match is hidden too.'),
      restore: z.boolean().default(true).describe('Whether to put the values back into the output.'),
      keep: z.array(z.string()).default([]).describe('Values to leave, compared exactly.'),
    })
    .refine(({ types, words, patterns }) => types.length + words.length + patterns.length > 0, {
      message: `types must name at least one of ${sensitiveTypes.join(', ')}, unless words or patterns name something to hide.`,
    }),
  coversInstructions: true,
  // The slowest text of 50,000 characters takes 70 ms.
  isLight: (text, { patterns = [] }) => text.length <= 10_000 && patterns.length === 0,
  // A job that was planned by an earlier version has neither words nor patterns.
  prepare(text, { types, words = [], patterns = [], restore, keep }, { hidden: before, otherTexts = [] }) {
    const kept = new Set(keep);
    const givePlaceholder = createPlaceholders([text, ...otherTexts], before);
    const placeholders = new Map(before.map(({ value, placeholder }) => [value, placeholder]));
    const hidden: HiddenValue[] = [];
    const findings = findSensitive(text, types, findCustom(text, words, patterns)).map(
      ({ type, start, end }) => {
        const value = text.slice(start, end);
        if (kept.has(value)) return { start, end, replacement: value };
        let placeholder = placeholders.get(value);
        if (placeholder === undefined) {
          placeholder = givePlaceholder(type);
          placeholders.set(value, placeholder);
          hidden.push({ placeholder, value, restore });
        }
        return { start, end, replacement: placeholder };
      },
    );
    if (findings.length === 0) return { text };
    // The same secret may also appear where nothing around it identifies it.
    const hideElsewhere = createHider(hidden.filter(({ value }) => isDistinctive(value)));
    const parts: string[] = [];
    let from = 0;
    for (const { start, end, replacement } of findings) {
      parts.push(hideElsewhere(text.slice(from, start)), replacement);
      from = end;
    }
    parts.push(hideElsewhere(text.slice(from)));
    return { text: parts.join(''), hidden };
  },
});

/**
 * Finds the caller's own words, as whole words in any case, and matches of the caller's RE2 patterns. Each search for a
 * match takes linear time, but a pattern can need one per character: it runs where time is limited (`isLight`).
 */
function findCustom(text: string, words: readonly string[], patterns: readonly string[]): Span[] {
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
