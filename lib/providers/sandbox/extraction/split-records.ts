import type { Field } from '@/lib/providers/sandbox/extraction/extracted-field';
import { knownValues } from '@/lib/providers/sandbox/extraction/known-patterns';

const ITEM = /^[ \t]{0,8}(?:[-*+•]|\d{1,4}[.)])[ \t]/;
const RULE = /\n[ \t]{0,9}(?:[-=*_]{3,}[ \t]{0,9})?\n/;

/**
 * The pieces of a text that each hold a record: its paragraphs, if each names the fields once; then the items of its
 * list; then the lines that have a value of their own, such as an email address. Otherwise, the first field that is
 * named several times begins each. Without any, records are paragraphs, or lines where there is one paragraph.
 */
export function splitRecords(fields: readonly Field[], text: string): string[] {
  const paragraphs = text.split(RULE).filter((piece) => piece.trim() !== '');
  if (paragraphs.length > 1 && areRecords(fields, paragraphs)) return paragraphs;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const items = itemsOf(lines);
  if (items.length > 1) return items;
  const valued = fields.find(
    ({ name, type }) => type === 'string' && (knownValues(name, text)?.length ?? 0) > 1,
  );
  if (valued) {
    const withValue = lines.filter((line) => knownValues(valued.name, line)?.length === 1);
    if (withValue.length > 1 && 2 * withValue.length >= lines.length) return withValue;
  }
  for (const { pattern } of fields) {
    const starts = Array.from(text.matchAll(pattern), (match) => match.index);
    if (starts.length > 1)
      return starts.map((start, index) => text.slice(index === 0 ? 0 : start, starts[index + 1]));
  }
  return paragraphs.length > 1 ? paragraphs : lines;
}

/** Whether most pieces name one of the fields, and none of them names it twice. */
function areRecords(fields: readonly Field[], pieces: readonly string[]): boolean {
  return fields.some(({ pattern }) => {
    const counts = pieces.map((piece) => piece.match(pattern)?.length ?? 0);
    return (
      counts.every((count) => count < 2) && 2 * counts.filter((count) => count === 1).length > pieces.length
    );
  });
}

/** The items of a list, each with its continuation lines; empty if most of the lines aren't items. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[][] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push([line]);
    else if (/^[ \t]/.test(line)) items.at(-1)?.push(line);
  }
  return 2 * items.length >= lines.length ? items.map((item) => item.join('\n')) : [];
}
