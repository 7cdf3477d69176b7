export const kindsOfDebugCode = ['logging', 'breakpoints', 'todo_comments'] as const;
export type DebugKind = (typeof kindsOfDebugCode)[number];

/** A range of a text, with its replacement. */
export interface Removal {
  from: number;
  to: number;
  instead: string;
}

/**
 * Finds debugging statements and comments in code. Its parser is only loaded when it is needed.
 * @returns ascending ranges that don't overlap; null if the code doesn't parse
 */
export type FindDebugCode = (code: string, kinds: ReadonlySet<DebugKind>) => Promise<Removal[] | null>;

/** Whether a comment is removed. @param words without the mark that begins a comment */
export const isTodo = (words: string): boolean => /^[\s*]*(?:TODO|FIXME)\b/.test(words.slice(0, 200));

/** Takes ranges out of a text. A line of which nothing is left goes with them, and no line ends in spaces for it. */
export function removeRanges(text: string, removals: readonly Removal[]): string {
  const parts: string[] = [];
  let copied = 0;
  for (const { from, to, instead } of joined(text, removals)) {
    const start = spaceBefore(text, from);
    const end = spaceBehind(text, to);
    const isLineStart = start === 0 || text.charAt(start - 1) === '\n';
    const isLineEnd = end === text.length || /[\r\n]/.test(text.charAt(end));
    if (instead !== '') parts.push(text.slice(copied, from), instead);
    else if (isLineStart && isLineEnd) parts.push(text.slice(copied, start));
    else parts.push(text.slice(copied, isLineEnd ? start : from));
    if (instead !== '') copied = to;
    else if (isLineStart && isLineEnd) copied = behindLineEnd(text, end);
    else copied = end;
  }
  parts.push(text.slice(copied));
  return parts.join('');
}

/** Ranges on one line that only spaces separate are one. */
function joined(text: string, removals: readonly Removal[]): Removal[] {
  const all: Removal[] = [];
  for (const removal of removals) {
    const last = all.at(-1);
    if (last && last.instead === '' && removal.instead === '' && spaceBehind(text, last.to) === removal.from)
      last.to = removal.to;
    else all.push({ ...removal });
  }
  return all;
}

function spaceBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && /[ \t]/.test(text.charAt(start - 1))) start--;
  return start;
}

function spaceBehind(text: string, at: number): number {
  let end = at;
  while (/[ \t]/.test(text.charAt(end))) end++;
  return end;
}

const behindLineEnd = (text: string, at: number): number =>
  text.startsWith('\r\n', at) ? at + 2 : Math.min(at + 1, text.length);
