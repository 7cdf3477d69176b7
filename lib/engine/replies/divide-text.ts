import { estimateTokens } from '@/lib/engine/models/estimate-tokens';
import { sentenceEnds } from './sentences';

const MOST_PIECES = 100;
const HEADING = /^#{1,6}[ \t]/;

/** Where a text can be divided. */
export type Place = 'section' | 'paragraph' | 'line' | 'sentence';

/** `CHUNK_TOO_LARGE`: a part that can't be divided further is too long. */
export type DividedText = { pieces: string[] } | { fault: 'CHUNK_TOO_LARGE' | 'TOO_MANY_CHUNKS' };

/** How a text is divided. */
export interface DivisionRules {
  /** Places to divide the text, best first. */
  at: readonly Place[];
  /** Of a piece, estimated. */
  maxTokens: number;
  /** Put before each piece but the first, which has it already: the header of a table. */
  head?: string;
}

interface Part {
  start: number;
  end: number;
  tokens: number;
}

/**
 * Divides a text into at most 100 pieces, at the best places that make them fit. Joined, they are the text. Linear, but
 * ten megabytes of short lines take seconds.
 */
export function divideText(text: string, { at, maxTokens, head = '' }: DivisionRules): DividedText {
  const room = maxTokens - estimateTokens(head);
  const pieces: string[] = [];
  let piece: Part = { start: 0, end: 0, tokens: 0 };
  for (const part of partsOf(text, 0, at, room)) {
    if (part.tokens > room) return { fault: 'CHUNK_TOO_LARGE' };
    if (piece.tokens + part.tokens > room) {
      // Estimates are rounded up part by part, so many small ones look larger than they are together.
      piece.tokens = estimateTokens(text.slice(piece.start, piece.end));
    }
    if (piece.tokens + part.tokens > room) {
      pieces.push(text.slice(piece.start, piece.end));
      if (pieces.length === MOST_PIECES) return { fault: 'TOO_MANY_CHUNKS' };
      piece = part;
    } else piece = { start: piece.start, end: part.end, tokens: piece.tokens + part.tokens };
  }
  pieces.push(text.slice(piece.start, piece.end));
  return { pieces: pieces.map((words, index) => (index === 0 ? words : head + words)) };
}

/** Parts that fit, as large as the best places allow, and parts that fit nowhere. */
function* partsOf(
  text: string,
  start: number,
  [place, ...further]: readonly Place[],
  room: number,
): Generator<Part> {
  let from = 0;
  for (const to of place ? endsWithLast(text, place) : [text.length]) {
    const part = text.slice(from, to);
    const tokens = estimateTokens(part);
    if (tokens > room && place) yield* partsOf(part, start + from, further, room);
    else if (part) yield { start: start + from, end: start + to, tokens };
    from = to;
  }
}

function* endsWithLast(text: string, place: Place): Generator<number> {
  yield* ends[place](text);
  yield text.length;
}

/** Offsets behind the parts of a text, ascending. */
const ends: Record<Place, (text: string) => Iterable<number>> = {
  *section(text) {
    for (const start of lineStarts(text)) if (HEADING.test(text.slice(start, start + 8))) yield start;
  },
  *paragraph(text) {
    let afterEmpty = false;
    let previous = 0;
    for (const start of lineStarts(text)) {
      const empty = text.slice(previous, start).trim() === '';
      if (afterEmpty && !empty) yield previous;
      afterEmpty = empty;
      previous = start;
    }
    if (afterEmpty) yield previous;
  },
  line: lineStarts,
  *sentence(text) {
    for (const end of sentenceEnds(text)) {
      let next = end;
      while (next < text.length && text.charAt(next).trim() === '') next++;
      yield next;
    }
  },
};

/** Offsets behind each line break. */
function* lineStarts(text: string): Generator<number> {
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) yield at + 1;
}
