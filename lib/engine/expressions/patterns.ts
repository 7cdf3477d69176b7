import { RE2JS, RE2JSException } from 're2js';
import type { SpendWork } from './work-budget';

/**
 * The fault of a pattern, as a sentence without its end; null if it can be used.
 * @param spend called before it is compiled
 */
export function patternProblem(pattern: string, spend: SpendWork): string | null {
  const work = patternWork(pattern);
  if (work > mostPatternWork)
    return 'the pattern takes too much work to compile. Use fewer or smaller repetitions, classes, and ranges';
  spend('instructions of patterns', work);
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}

/**
 * The most `patternWork` for a pattern of a condition, and for the patterns of a schema together: about 20
 * milliseconds. Without it, repetitions such as `(a|b){1,900}` in every part of a schema would take minutes.
 */
export const mostPatternWork = 10_000;

/** A class of Unicode takes as long as so many instructions, and a class such as `\w` as so many. */
const UNICODE_CLASS_WORK = 40;
const GROUP_WORK = 5;
/** So many characters whose cases are looked up take as long as an instruction. */
const FOLDED_PER_INSTRUCTION = 50;
/** RE2 looks up the cases of the characters from here to there. A range over all of them is taken as it is. */
const FOLDED = { first: 0x41, last: 0x1e943 };
const MOST_REPETITIONS = 1_000;

/** A flag `i` anywhere. */
const ignoresCase = /\(\?[A-Za-z-]*i/;
const quoted = /\\Q([\s\S]*?)(?:\\E|$)/y;
const escaped = /\\(?:[pP](?:\{[^}]*\}|[\s\S])|x\{[^}]*\}|x[\dA-Fa-f]{2}|[0-7]{1,3}|[\s\S]|$)/y;
const opening = /\((?:\?(?:P?<[A-Za-z_]\w*>|[A-Za-z-]*[:)]|<?[=!]))?/y;
const counted = /\{(\d+)(?:(,)(\d*))?\}/y;

/**
 * The approximate work to compile a pattern, in RE2 instructions of about two microseconds each. Counts the program with
 * repetitions written out, the case lookups within ranges, and the classes. Takes linear time and only reads the source,
 * so a pattern that takes seconds can be refused before it's compiled.
 */
export function patternWork(source: string): number {
  const foldsCase = ignoresCase.test(source);
  /** The part that repetitions don't copy: classes are read once. */
  let readOnce = 0;
  /** Instructions of each group that is open, and of the last part in it. */
  let group = { size: 0, last: 0 };
  const outer: (typeof group)[] = [];
  const add = (size: number) => {
    group.size += size;
    group.last = size;
  };
  for (let at = 0; at < source.length; ) {
    const take = (token: RegExp): RegExpExecArray | null => {
      token.lastIndex = at;
      const found = token.exec(source);
      if (found) at = token.lastIndex;
      return found;
    };
    const mark = source[at];
    const quote = mark === '\\' ? take(quoted) : null;
    if (quote) {
      group.size += quote[1]?.length ?? 0;
      group.last = 1;
      continue;
    }
    if (mark === '\\') {
      readOnce += classWork(take(escaped)?.[0] ?? '');
      add(1);
    } else if (mark === '[') {
      const { end, work } = bracketWork(source, at, foldsCase);
      readOnce += work;
      add(1);
      at = end;
    } else if (mark === '(') {
      const text = take(opening)?.[0] ?? '';
      // Flags such as `(?i)` open no group.
      if (text.endsWith(')')) continue;
      outer.push(group);
      group = { size: 0, last: 0 };
    } else if (mark === ')') {
      at += 1;
      const { size } = group;
      group = outer.pop() ?? { size: 0, last: 0 };
      add(size + 2);
    } else {
      const count = mark === '{' ? take(counted) : null;
      if (count) {
        const least = Math.min(MOST_REPETITIONS, Number(count[1]));
        const most = Math.min(MOST_REPETITIONS, Math.max(least, Number(count[3] || 0)));
        // The part as often as it may come, and a choice before each that may be missing.
        const repeated = group.last * Math.max(1, most) + (count[2] ? most - least + 1 : 0);
        group.size += repeated - group.last;
        group.last = repeated;
      } else {
        at += 1;
        if (mark === '*' || mark === '+' || mark === '?') group.size += 1;
        else add(1);
      }
    }
  }
  return [...outer, group].reduce((sum, { size }) => sum + size, readOnce);
}

/** Work of a class that is written as an escape; none for a single character. */
function classWork(escaped: string): number {
  if (/^\\[pP]/.test(escaped)) return UNICODE_CLASS_WORK;
  return /^\\[dDsSwW]$/.test(escaped) ? GROUP_WORK : 0;
}

/** A class in brackets that begins at an offset. */
function bracketWork(source: string, start: number, foldsCase: boolean): { end: number; work: number } {
  let at = start + (source[start + 1] === '^' ? 2 : 1);
  const first = at;
  let work = 0;
  /** The code of a single character at the offset, which it passes; null for a class. */
  const character = (): number | null => {
    if (source[at] === '\\') {
      escaped.lastIndex = at;
      const found = escaped.exec(source)?.[0] ?? '\\';
      at += found.length;
      const own = classWork(found);
      work += own;
      return own > 0 ? null : codeOf(found);
    }
    const name = source.startsWith('[:', at) ? source.indexOf(':]', at + 2) : -1;
    if (name >= 0) {
      at = name + 2;
      work += GROUP_WORK;
      return null;
    }
    const code = source.codePointAt(at) ?? 0;
    at += code > 0xffff ? 2 : 1;
    return code;
  };
  while (at < source.length && (source[at] !== ']' || at === first)) {
    const low = character();
    work += 1;
    if (low === null || source[at] !== '-' || source[at + 1] === ']') continue;
    at += 1;
    const high = at < source.length ? character() : null;
    if (foldsCase && high !== null) work += foldedBetween(low, high) / FOLDED_PER_INSTRUCTION;
  }
  return { end: at + 1, work: Math.ceil(work) };
}

function foldedBetween(low: number, high: number): number {
  if (low <= FOLDED.first && high >= FOLDED.last) return 0;
  return Math.max(0, Math.min(high, FOLDED.last) - Math.max(low, FOLDED.first) + 1);
}

/** The code of an escaped character; of one such as `\n`, that of its letter, which makes no difference here. */
function codeOf(character: string): number {
  const [, hex] = /^\\x\{?([\dA-Fa-f]+)/.exec(character) ?? [];
  if (hex !== undefined) return Number.parseInt(hex, 16);
  const [, octal] = /^\\([0-7]+)/.exec(character) ?? [];
  return octal === undefined ? (character.codePointAt(1) ?? 0) : Number.parseInt(octal, 8);
}
