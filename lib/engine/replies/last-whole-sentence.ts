import { sentenceEnds } from './sentence-ends';

/** A line break before an empty line, a list entry or a heading. */
const BLOCK_END = /\n(?=\r?\n|[ \t]*(?:[-*•]|\d{1,3}[.)]|#{1,6})[ \t])/g;
const HEADING = /^#{1,6}[ \t]/;

/**
 * Cuts prose that broke off back to its last whole sentence or list entry. A text without any keeps every word:
 * half a sentence is more than nothing.
 */
export function lastWholeSentence(text: string): string {
  let end = 0;
  for (const sentence of sentenceEnds(text)) end = sentence;
  const start = end;
  for (const { index } of text.slice(start).matchAll(BLOCK_END)) {
    const line = text.slice(text.lastIndexOf('\n', start + index - 1) + 1, start + index);
    if (line.trim() && !HEADING.test(line)) end = start + index;
  }
  return (end > 0 ? text.slice(0, end) : text).trim();
}
