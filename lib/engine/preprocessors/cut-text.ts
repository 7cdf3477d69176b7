import { sentenceEnds } from '@/lib/engine/replies/sentences';
import { type CountTokens, fitsUncounted } from './count-tokens';

export interface CutRules {
  maxTokens: number;
  /** Which part stays. */
  keep: 'start' | 'end' | 'both';
  /** Shows where something was cut; it may be empty. */
  marker: string;
}

/** Characters that are counted at once. */
const CHUNK = 20_000;
/** Characters that may be given up to cut at the end of a line or sentence; of a short part, half of it. */
const NEAR = 400;

/** A part that stays, and its separator from the marker. */
interface Part {
  text: string;
  joint: '\n' | ' ' | '';
}

/** Whether a text has at most so many tokens. Counts no further than that. */
export const fits = (text: string, maxTokens: number, count: CountTokens): boolean =>
  fitsUncounted(text, maxTokens) || prefixOf(text, maxTokens, count) === text.length;

/**
 * A text cut to a number of tokens, the marker included: at the end of a line or sentence if one is near. A text that
 * fits stays as it is. If only the marker would be left, it is omitted.
 */
export function cutText(text: string, { maxTokens, keep, marker }: CutRules, count: CountTokens): string {
  if (fits(text, maxTokens, count)) return text;
  const markerTokens = marker === '' ? 0 : count(keep === 'both' ? `\n${marker}\n` : `\n${marker}`);
  const used = markerTokens < maxTokens ? marker : '';
  const room = maxTokens - (used ? markerTokens : 0);
  // Tokens may merge or part at the seams, so that the parts together can have a few more than each.
  for (let tokens = room; tokens > 0; ) {
    const cut = cutTo(text, keep === 'both' ? Math.floor(tokens / 2) : tokens, keep, used, count);
    const over = count(cut) - maxTokens;
    if (over <= 0) return cut;
    tokens -= over;
  }
  return '';
}

function cutTo(
  text: string,
  tokens: number,
  keep: CutRules['keep'],
  marker: string,
  count: CountTokens,
): string {
  const head = keep === 'end' ? null : headOf(text, prefixOf(text, tokens, count));
  const tail = keep === 'start' ? null : tailOf(text, suffixFrom(text, tokens, count));
  if (marker === '') return [head?.text, head && tail ? head.joint || tail.joint : '', tail?.text].join('');
  return [head?.text, head?.joint, marker, tail?.joint, tail?.text].join('');
}

/** The length of the longest beginning with so many tokens. */
function prefixOf(text: string, tokens: number, count: CountTokens): number {
  let left = tokens;
  for (let at = 0; at < text.length; at += CHUNK) {
    const chunk = text.slice(at, at + CHUNK);
    const inChunk = count(chunk);
    if (inChunk > left) return at + longest(chunk.length, (length) => count(chunk.slice(0, length)) <= left);
    left -= inChunk;
  }
  return text.length;
}

/** Where the longest end with so many tokens begins. */
function suffixFrom(text: string, tokens: number, count: CountTokens): number {
  let left = tokens;
  for (let to = text.length; to > 0; to -= CHUNK) {
    const chunk = text.slice(Math.max(0, to - CHUNK), to);
    const inChunk = count(chunk);
    if (inChunk > left)
      return to - longest(chunk.length, (length) => count(chunk.slice(chunk.length - length)) <= left);
    left -= inChunk;
  }
  return 0;
}

/** The greatest number below `tooMany` that fits, found by halving. */
function longest(tooMany: number, isFitting: (length: number) => boolean): number {
  let [fitting, over] = [0, tooMany];
  while (over - fitting > 1) {
    const middle = Math.floor((fitting + over) / 2);
    if (isFitting(middle)) fitting = middle;
    else over = middle;
  }
  return fitting;
}

/** @param end up to where there is room */
function headOf(text: string, end: number): Part {
  const least = end - Math.min(NEAR, Math.ceil(end / 2));
  const line = text.lastIndexOf('\n', end);
  if (line > least) return { text: text.slice(0, line).trimEnd(), joint: '\n' };
  let sentence = 0;
  // The next character shows whether a sentence has ended.
  for (const at of sentenceEnds(text.slice(least, end + 1))) if (least + at <= end) sentence = least + at;
  if (sentence > least) return { text: text.slice(0, sentence), joint: ' ' };
  const space = lastSpace(text, end);
  if (space > least) return { text: text.slice(0, space), joint: ' ' };
  return {
    text: text
      .slice(0, end)
      .toWellFormed()
      .replace(/\ufffd$/, ''),
    joint: '',
  };
}

/** @param start from where there is room */
function tailOf(text: string, start: number): Part {
  const most = start + Math.min(NEAR, Math.ceil((text.length - start) / 2));
  const line = text.indexOf('\n', Math.max(0, start - 1));
  if (line >= 0 && line < most) return { text: text.slice(line + 1), joint: '\n' };
  for (const at of sentenceEnds(text.slice(start, most)))
    return { text: text.slice(start + at).trimStart(), joint: ' ' };
  const space = text.slice(Math.max(0, start - 1), most).search(/\s/);
  if (space >= 0) return { text: text.slice(Math.max(0, start - 1) + space + 1), joint: ' ' };
  return {
    text: text
      .slice(start)
      .toWellFormed()
      .replace(/^\ufffd/, ''),
    joint: '',
  };
}

function lastSpace(text: string, end: number): number {
  const from = Math.max(0, end - NEAR);
  const near = text.slice(from, end + 1);
  return from + near.search(/\s\S*$/);
}
