/** Text as names are compared and searched: in lower case without accents. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a search, each once. */
export const wordsIn = (search: string | null | undefined): string[] => [
  ...new Set(search?.split(/\s+/).filter(Boolean)),
];

/** The pieces of a text in order: those with an odd index are words, the others what is between them. */
export const splitAtWords = (text: string): string[] => text.split(/([\p{L}\p{N}]+)/u);

/** The words of a text, of letters and digits: `max_tokens` has two. */
export const wordsOf = (text: string): string[] => splitAtWords(text).filter((_, index) => index % 2 === 1);
