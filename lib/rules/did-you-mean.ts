import { distance } from 'fastest-levenshtein';

/** Callers choose the words, and comparing takes the product of both lengths. */
const LONGEST_WORD = 100;
/** Words with the same beginning mean the same: `summarize` and `summarization`. So does the end of a longer name. */
const SAME_LETTERS = 5;

/** The end of a message about an unknown name: ` Did you mean summarization?`, or nothing if no known one is similar. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const similar = similarName(word, known);
  return similar === null ? '' : ` Did you mean ${similar}?`;
}

/** The known name that is most similar to an unknown one; null if none is. */
export function similarName(word: string, known: Iterable<string>): string | null {
  if (word.length > LONGEST_WORD) return null;
  const given = word.toLowerCase();
  let best: { name: string; rank: number } | null = null;
  for (const name of known) {
    if (name.length > LONGEST_WORD) continue;
    const rank = rankOf(given, name.toLowerCase());
    if (rank !== null && (best === null || rank < best.rank)) best = { name, rank };
  }
  return best?.name ?? null;
}

/** How many letters differ; null if the names have little in common. */
function rankOf(given: string, name: string): number | null {
  const differing = distance(given, name);
  const isClose = differing <= Math.floor(given.length * 0.4) + 1;
  const isPart =
    given.length >= SAME_LETTERS && (name.startsWith(given.slice(0, SAME_LETTERS)) || name.endsWith(given));
  return isClose || isPart ? differing : null;
}
