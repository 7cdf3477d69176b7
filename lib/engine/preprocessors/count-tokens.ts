/** Counts the tokens of a text. Linear: about 20 MB of prose per second, or 1 MB of random characters. */
export type CountTokens = (text: string) => number;

/** Text that looks like one of a model's control tokens is text. */
const none = new Set<string>();

/** Characters of a run that are counted at once: the tokenizer's time grows with the square of their number. */
const LONGEST_RUN = 1_000;
/** Words that it keeps the tokens of. It forgets slowly, and the usual 100,000 of a caller's may take all memory. */
const MOST_KEPT = 1_000;
/** The only characters of a text that the tokenizer takes for a single word. */
const runs = ['[\\p{L}\\p{M}]', '[^\\s\\p{L}\\p{M}\\p{N}]', '\\s'].map((character) => ({
  beginning: new RegExp(`(?<!${character})${character}{${LONGEST_RUN}}(?=${character})`, 'gu'),
  next: new RegExp(`${character}{1,${LONGEST_RUN}}`, 'uy'),
}));

/**
 * The tokenizer of OpenAI's present models, which others differ from by a few percent. Its table takes 35 MB of memory,
 * so that it is only loaded when a text has to be counted.
 */
export async function loadTokenizer(): Promise<CountTokens> {
  const { countTokens, setMergeCacheSize } = await import('gpt-tokenizer/encoding/o200k_base');
  setMergeCacheSize(MOST_KEPT);
  return (text) => {
    let tokens = 0;
    for (const part of partsOf(text)) tokens += countTokens(part, { disallowedSpecial: none });
    return tokens;
  };
}

/** The text as it is, except that long runs, such as a genome's, are divided. */
function* partsOf(text: string): Generator<string> {
  let from = 0;
  for (const at of [...seamsOf(text)].sort((one, other) => one - other)) {
    yield text.slice(from, at);
    from = at;
  }
  yield text.slice(from);
}

function* seamsOf(text: string): Generator<number> {
  for (const { beginning, next } of runs)
    for (const { index, 0: first } of text.matchAll(beginning)) {
      next.lastIndex = index + first.length;
      do yield next.lastIndex;
      while (next.test(text));
    }
}

/** Whether a text has at most so many tokens for sure: none has less than a byte. */
export const fitsUncounted = (text: string, maxTokens: number): boolean =>
  text.length <= maxTokens && Buffer.byteLength(text) <= maxTokens;
