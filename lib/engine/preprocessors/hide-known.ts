import type { HiddenValue } from './define-preprocessor';
import { longestMatches } from './longest-matches';
import { hiddenTypes } from './sensitive-data/finding';

/** Characters of `[CUSTOM_1234567]`. */
const LONGEST_PLACEHOLDER = 16;
const placeholderAtStart = new RegExp(`^\\[(?:${hiddenTypes.join('|').toUpperCase()})_\\d{1,7}\\]`);
/** Shorter values also occur by chance within words. */
const DISTINCTIVE_LENGTH = 8;

/**
 * Replaces every occurrence of hidden values in another text by their placeholders; of two values that begin at one
 * place, the longer one. Short values and plain words count only as whole words. Takes a time that grows with the text
 * and the values together.
 */
export function hideKnown(text: string, hidden: readonly HiddenValue[]): string {
  return createHider(hidden)(text);
}

/** `hideKnown` for many texts with the same values. */
export function createHider(hidden: readonly HiddenValue[]): (text: string) => string {
  const placeholders = new Map(
    hidden.filter(({ value }) => value !== '').map(({ placeholder, value }) => [value, placeholder]),
  );
  if (placeholders.size === 0) return (text) => text;
  const values = [...placeholders.keys()];
  const findDistinctive = longestMatches(values.filter(isDistinctive));
  const findPlain = longestMatches(
    values.filter((value) => !isDistinctive(value)),
    true,
  );
  const hide = (text: string, find: typeof findPlain, between: (part: string) => string) => {
    const parts: string[] = [];
    let from = 0;
    for (const { start, end } of find(text)) {
      if (isInPlaceholder(text, start, end)) continue;
      parts.push(between(text.slice(from, start)), placeholders.get(text.slice(start, end)) as string);
      from = end;
    }
    parts.push(between(text.slice(from)));
    return parts.join('');
  };
  return (text) => hide(text, findDistinctive, (part) => hide(part, findPlain, (rest) => rest));
}

/** A password may be `EMAIL_1`. */
function isInPlaceholder(text: string, start: number, end: number): boolean {
  if (end - start > LONGEST_PLACEHOLDER) return false;
  const near = Math.max(0, start - LONGEST_PLACEHOLDER);
  const open = near + text.slice(near, start + 1).lastIndexOf('[');
  if (open < near) return false;
  const placeholder = placeholderAtStart.exec(text.slice(open, open + LONGEST_PLACEHOLDER));
  return placeholder !== null && open + placeholder[0].length >= end;
}

/** Whether a value is so particular that it doesn't occur by chance. */
export function isDistinctive(value: string): boolean {
  return value.length >= DISTINCTIVE_LENGTH && /[^\p{L}]/u.test(value);
}
