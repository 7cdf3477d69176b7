import { estimateTokens } from '@/lib/engine/models/estimate-tokens';
import { endAtCharacter } from '@/lib/providers/sandbox/text/end-at-character';

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
