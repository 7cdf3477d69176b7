import type { Field } from '@/lib/providers/sandbox/extraction/field';

/**
 * The pieces of a text that each hold a record. The first field that is named several times begins each; if none is,
 * records are paragraphs, or lines where there is only one paragraph.
 */
export function splitRecords(fields: readonly Field[], text: string): string[] {
  for (const { pattern } of fields) {
    const starts = Array.from(text.matchAll(pattern), (match) => match.index);
    if (starts.length > 1)
      return starts.map((start, index) => text.slice(index === 0 ? 0 : start, starts[index + 1]));
  }
  const paragraphs = text.split(/\n[ \t]{0,9}\n/);
  const pieces = paragraphs.length > 1 ? paragraphs : text.split('\n');
  return pieces.filter((piece) => piece.trim() !== '');
}
