import { estimateTokens } from '@/lib/engine/models/estimate-tokens';

/** Between spaces; of scripts without spaces, two characters. A run is bounded: a megabyte is more than one word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,2}|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,60}/gu;

/** How many words a text has, in any script. */
export function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(WORD)) count += 1;
  return count;
}

/** A text cut after so many words, with an ellipsis if it was longer. */
export function limitWords(text: string, most: number): string {
  let count = 0;
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    if (count === most) return `${text.slice(0, end).trimEnd()}…`;
    count += 1;
    end = match.index + match[0].length;
  }
  return text;
}

/** The longest beginning of a text that has at most so many tokens, by the engine's estimate. */
export function cutToTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (estimateTokens(text.slice(0, middle)) <= tokens) fits = middle;
    else tooLong = middle;
  }
  return text.slice(0, endAtCharacter(text, fits));
}

/**
 * The last index up to this one at which a text can be cut without splitting a character of two code units.
 * @param index in code units; past the end counts as the end
 */
export function endAtCharacter(text: string, index: number): number {
  if (index >= text.length) return text.length;
  const before = text.charCodeAt(index - 1);
  return before >= 0xd800 && before <= 0xdbff ? index - 1 : index;
}
