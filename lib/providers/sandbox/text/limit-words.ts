/** Between spaces; of scripts without spaces, two characters. A run is bounded: a megabyte is more than one word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,2}|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,60}/gu;

/** How many words a text has, in any script. */
export function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(WORD)) count += 1;
  return count;
}

/** A text cut after so many words, with an ellipsis if anything was left out. */
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
