import { diffLines, diffWordsWithSpace } from 'diff';

/** A part of two texts: in both, or in one of them alone. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** The parts of two texts in order; or why they aren't compared. */
export type TextDiff = { parts: DiffPart[] } | { parts: null; reason: 'too long' | 'too different' };

/** Characters of both texts together, and milliseconds: more would keep the page from responding. */
const LONGEST = 400_000;
const TIMEOUT = 300;
/** Characters of a text that is compared by words. */
const LONGEST_BY_WORDS = 4_000;
/** Changes from which on a comparison says nothing that the two texts don't. */
const MOST_CHANGES = 4_000;

/** Compares short texts by words, others by lines. */
export function diffTexts(a: string, b: string): TextDiff {
  if (a.length + b.length > LONGEST) return { parts: null, reason: 'too long' };
  const options = { timeout: TIMEOUT, maxEditLength: MOST_CHANGES };
  const isShort = Math.max(a.length, b.length) <= LONGEST_BY_WORDS;
  const changes = isShort ? diffWordsWithSpace(a, b, options) : diffLines(a, b, options);
  if (!changes) return { parts: null, reason: 'too different' };
  return {
    parts: changes.map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })),
  };
}

/** Lines around a change that are shown. */
const AROUND = 2;

/** The parts, without the middle of each long equal part; `hidden` counts its lines. */
export function shortened(parts: readonly DiffPart[]): (DiffPart & { hidden?: number })[] {
  return parts.flatMap((part, index) => {
    if (part.kind !== 'same') return [part];
    const lines = part.text.split('\n');
    const before = index === 0 ? 0 : AROUND;
    const after = index === parts.length - 1 ? 0 : AROUND;
    const hidden = lines.length - before - after - 1;
    if (hidden < 4) return [part];
    return [
      ...(before > 0 ? [{ kind: 'same' as const, text: `${lines.slice(0, before + 1).join('\n')}\n` }] : []),
      { kind: 'same' as const, text: '', hidden },
      ...(after > 0 ? [{ kind: 'same' as const, text: lines.slice(-after - 1).join('\n') }] : []),
    ];
  });
}
