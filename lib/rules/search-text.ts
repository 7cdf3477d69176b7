/** Text as names are compared and searched: in lower case without accents. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a search, each once. */
export const wordsIn = (search: string | null | undefined): string[] => [
  ...new Set(search?.split(/\s+/).filter(Boolean)),
];
