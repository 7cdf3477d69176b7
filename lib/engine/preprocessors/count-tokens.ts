/** Counts the tokens of a text. Linear: about 20 MB a second. */
export type CountTokens = (text: string) => number;

/** Text that looks like one of a model's control tokens is text. */
const none = new Set<string>();

/**
 * The tokenizer of OpenAI's present models, which others differ from by a few percent. Its table takes 35 MB of memory,
 * so that it is only loaded when a text has to be counted.
 */
export async function loadTokenizer(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  return (text) => countTokens(text, { disallowedSpecial: none });
}

/** Whether a text has at most so many tokens for sure: none has less than a byte. */
export const fitsUncounted = (text: string, maxTokens: number): boolean =>
  text.length <= maxTokens && Buffer.byteLength(text) <= maxTokens;
