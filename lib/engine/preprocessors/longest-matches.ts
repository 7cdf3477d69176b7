import type { Span } from './sensitive-data/finding';

const ROOT = 0;
const NONE = -1;
const wordCharacter = /[\p{L}\p{N}_]/u;

/**
 * Prepares a search for many words at once. It returns where the words occur in a text without overlapping: from left
 * to right, at each place the longest word. With `wholeWords`, a word counts only if no letter or digit is next to it.
 * The automaton of Aho and Corasick over the words read backwards, so that its state at a place shows the words that
 * begin there. Its time grows with the text and the words together, however they repeat.
 */
export function longestMatches(words: readonly string[], wholeWords = false): (text: string) => Span[] {
  const automaton = buildAutomaton(words);
  return (text) => select(text, automaton, wholeWords);
}

/** Nodes are the ends of words; each knows the longest word that it begins with, and the next shorter one. */
interface Automaton {
  next(node: number, code: number): number;
  fallback: Int32Array;
  /** The length of the word that a node is, or 0. */
  length: Int32Array;
  /** The longest other node that is a word and that this one begins with. */
  shorter: Int32Array;
}

function buildAutomaton(words: readonly string[]): Automaton {
  const most = 1 + words.reduce((sum, word) => sum + word.length, 0);
  const edges = createEdges(most);
  const length = new Int32Array(most);
  for (const word of words) {
    let node = ROOT;
    for (let index = word.length - 1; index >= 0; index -= 1) node = edges.add(node, word.charCodeAt(index));
    length[node] = word.length;
  }
  const fallback = new Int32Array(most);
  const shorter = new Int32Array(most).fill(NONE);
  for (const node of edges.byDepth()) {
    const code = edges.codeOf(node);
    const parent = edges.parentOf(node);
    let state = parent === ROOT ? NONE : (fallback[parent] as number);
    while (state !== NONE && edges.find(state, code) === NONE)
      state = state === ROOT ? NONE : (fallback[state] as number);
    fallback[node] = state === NONE ? ROOT : edges.find(state, code);
    const behind = fallback[node] as number;
    shorter[node] = (length[behind] as number) > 0 ? behind : (shorter[behind] as number);
  }
  return { next: edges.find, fallback, length, shorter };
}

/** The tree of the words in flat arrays: a field for each character would be an object for each. */
function createEdges(most: number) {
  const size = 2 ** Math.ceil(Math.log2(most * 2));
  const table = new Int32Array(size);
  const parents = new Int32Array(most);
  const codes = new Uint16Array(most);
  const depths = new Int32Array(most);
  let count = 1;
  const slotOf = (parent: number, code: number) => {
    let slot = (Math.imul(parent, 0x9e3779b1) ^ Math.imul(code, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & (size - 1);
    for (;;) {
      const node = table[slot] as number;
      if (node === 0 || (parents[node] === parent && codes[node] === code)) return slot;
      slot = (slot + 1) & (size - 1);
    }
  };
  return {
    find: (parent: number, code: number) => table[slotOf(parent, code)] || NONE,
    add(parent: number, code: number): number {
      const slot = slotOf(parent, code);
      if (table[slot] === 0) {
        table[slot] = count;
        parents[count] = parent;
        codes[count] = code;
        depths[count] = (depths[parent] as number) + 1;
        count += 1;
      }
      return table[slot] as number;
    },
    parentOf: (node: number) => parents[node] as number,
    codeOf: (node: number) => codes[node] as number,
    byDepth: () =>
      Int32Array.from({ length: count - 1 }, (_, index) => index + 1).sort(
        (a, b) => (depths[a] as number) - (depths[b] as number),
      ),
  };
}

function select(text: string, { next, fallback, length, shorter }: Automaton, wholeWords: boolean): Span[] {
  const found: Span[] = [];
  let state = ROOT;
  for (let start = text.length - 1; start >= 0; start -= 1) {
    const code = text.charCodeAt(start);
    let child = next(state, code);
    while (child === NONE && state !== ROOT) {
      state = fallback[state] as number;
      child = next(state, code);
    }
    state = child === NONE ? ROOT : child;
    if (wholeWords && isInsideWord(text, start)) continue;
    let word = (length[state] as number) > 0 ? state : (shorter[state] as number);
    while (wholeWords && word !== NONE && isInsideWord(text, start + (length[word] as number))) {
      word = shorter[word] as number;
    }
    if (word !== NONE) found.push({ start, end: start + (length[word] as number) });
  }
  const apart: Span[] = [];
  for (const span of found.reverse()) if (span.start >= (apart.at(-1)?.end ?? 0)) apart.push(span);
  return apart;
}

function isInsideWord(text: string, place: number): boolean {
  return wordCharacter.test(text[place - 1] ?? '') && wordCharacter.test(text[place] ?? '');
}
