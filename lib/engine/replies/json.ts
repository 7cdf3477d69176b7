import { JSONRepairError, jsonrepair } from 'jsonrepair';
import { ReplyProblem } from './problems';

/** Longest text (characters) that is repaired: repairing takes time that grows with the square of its length. */
const LONGEST_REPAIR = 65_536;

/**
 * Reads the JSON of a reply: as it is, then without the words and fences around it, then repaired (quotes, commas,
 * comments, missing ends).
 * @throws ReplyProblem if it has no JSON
 */
export function readJson(reply: string): unknown {
  const text = reply.replace(/^\uFEFF/, '').trim();
  const whole = parseJson(text);
  if (whole) return whole.value;
  const candidates = candidatesIn(text);
  if (candidates.length === 0) throw new ReplyProblem('The reply has no JSON in it.');
  for (const read of [parseJson, repairJson]) {
    for (const candidate of candidates) {
      const found = read(candidate);
      if (found) return found.value;
    }
  }
  throw new ReplyProblem("The reply isn't valid JSON.");
}

/** The first object and the first list, unless one is within the other. */
function candidatesIn(text: string): string[] {
  const spans = ['{', '[']
    .map((opener) => text.indexOf(opener))
    .filter((start) => start >= 0)
    .map((start) => ({ start, end: valueEnd(text, start) }));
  return spans
    .filter(({ start }) => !spans.some((other) => other.start < start && start < other.end))
    .map(({ start, end }) => text.slice(start, end));
}

/** The end of the value that begins at an offset, or the end of the text if the value isn't closed. */
function valueEnd(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return text.length;
}

function repairJson(text: string): { value: unknown } | null {
  if (text.length > LONGEST_REPAIR || nestingDepth(text) > MAX_NESTING) return null;
  try {
    return parseJson(jsonrepair(text));
  } catch (error) {
    // It also recurses for some chains of operators, which no depth shows.
    if (error instanceof JSONRepairError || error instanceof RangeError) return null;
    throw error;
  }
}

/** The value of a JSON text, or null if the text isn't JSON or is nested more than 100 levels deep. */
export function parseJson(text: string): { value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return nestingDepth(text) > MAX_NESTING ? null : { value };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Deepest nesting of JSON that is read, because functions that walk a value recurse per level. */
export const MAX_NESTING = 100;

/** How deep brackets and braces are nested in JSON, without the ones in double quotes. Linear. */
function nestingDepth(json: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (quoted) {
      if (character === '\\') at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth--;
  }
  return deepest;
}
