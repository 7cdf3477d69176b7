import { type Change, diffLines, diffWordsWithSpace } from 'diff';
import { formatCount } from '@/lib/format/number';

/** A part of two texts: in both, or in one of them alone. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** The parts of two texts in order; or why they aren't compared. */
export type TextDiff = { parts: DiffPart[] } | { parts: null; reason: 'too long' | 'too different' };

/** Characters of both texts together, and milliseconds for all of it: more would keep the page from responding. */
const LONGEST = 400_000;
const TIMEOUT = 300;
/** Characters of a text that is compared by words. */
const LONGEST_BY_WORDS = 4_000;
/** Changes from which on a comparison says nothing that the two texts don't. */
const MOST_CHANGES = 4_000;

/** Compares short texts by words, others by lines. */
export function diffTexts(a: string, b: string): TextDiff {
  if (a.length + b.length > LONGEST) return { parts: null, reason: 'too long' };
  const deadline = Date.now() + TIMEOUT;
  const options = { timeout: TIMEOUT, maxEditLength: MOST_CHANGES };
  const isShort = Math.max(a.length, b.length) <= LONGEST_BY_WORDS;
  const changes = isShort ? diffWordsWithSpace(a, b, options) : diffLines(a, b, options);
  if (!changes) return { parts: null, reason: 'too different' };
  return { parts: isShort ? partsOf(changes) : byWords(partsOf(changes), deadline) };
}

const partsOf = (changes: readonly Change[]): DiffPart[] =>
  changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));

/** Characters of changed lines that are compared by words. */
const MOST_BY_WORDS = 40_000;
/** Changed words in lines that took the place of others, from which on they say no more than the lines do. */
const MOST_CHANGED_WORDS = 1_000;

/**
 * The parts, with the words that differ in lines that took the place of others. Lines with too little in common stay
 * whole, as do the lines that are left at the deadline.
 */
function byWords(parts: readonly DiffPart[], deadline: number): DiffPart[] {
  const found: DiffPart[] = [];
  let left = MOST_BY_WORDS;
  for (const [index, part] of parts.entries()) {
    const earlier = parts[index - 1];
    const isReplacement = part.kind === 'added' && earlier?.kind === 'removed';
    const length = isReplacement ? part.text.length + earlier.text.length : 0;
    const timeout = deadline - Date.now();
    if (!isReplacement || length > Math.min(left, 2 * LONGEST_BY_WORDS) || timeout <= 0) {
      found.push(part);
      continue;
    }
    left -= length;
    const options = { timeout, maxEditLength: MOST_CHANGED_WORDS };
    const words = diffWordsWithSpace(earlier.text, part.text, options);
    if (words) found.splice(-1, 1, ...partsOf(words));
    else found.push(part);
  }
  return found;
}

/** Lines around a change that are shown. */
const AROUND = 2;
/** Characters of an equal text without line ends that are shown around a change. */
const CHARACTERS_AROUND = 120;

/** A part, or in place of an omitted one its length in words: `38 equal lines`. */
export type ShownPart = DiffPart & { hidden?: string };

/** The parts, without the middle of each long equal part. */
export function shortened(parts: readonly DiffPart[]): ShownPart[] {
  return withoutLines(parts).flatMap((part, index, all) => {
    const { kind, text } = part;
    if (kind !== 'same' || text.length < 4 * CHARACTERS_AROUND) return [part];
    // Words stay whole.
    const before = index === 0 ? '' : text.slice(0, CHARACTERS_AROUND).replace(/(?<=\s)\S+$/, '');
    const after = index === all.length - 1 ? '' : text.slice(-CHARACTERS_AROUND).replace(/^\S+(?=\s)/, '');
    const left = text.length - before.length - after.length;
    return [
      ...(before ? [{ kind, text: before }] : []),
      { kind, text: '', hidden: `${formatCount(left)} equal characters` },
      ...(after ? [{ kind, text: after }] : []),
    ];
  });
}

function withoutLines(parts: readonly DiffPart[]): ShownPart[] {
  return parts.flatMap((part, index) => {
    if (part.kind !== 'same') return [part];
    const lines = part.text.split('\n');
    const before = index === 0 ? 0 : AROUND;
    const after = index === parts.length - 1 ? 0 : AROUND;
    const hidden = lines.length - before - after - 1;
    if (hidden < 4) return [part];
    return [
      ...(before > 0 ? [{ kind: 'same' as const, text: `${lines.slice(0, before + 1).join('\n')}\n` }] : []),
      { kind: 'same' as const, text: '', hidden: `${formatCount(hidden)} equal lines` },
      ...(after > 0 ? [{ kind: 'same' as const, text: lines.slice(-after - 1).join('\n') }] : []),
    ];
  });
}
