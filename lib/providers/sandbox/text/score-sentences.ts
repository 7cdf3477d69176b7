import { contentWords } from '@/lib/providers/sandbox/text/content-words';

const ASKS_FOR_FIGURES =
  /date|sum|number|amount|price|cost|figure|deadline|datum|zahl|betrag|preis|fecha|montant/i;
const FOCUS_WEIGHT = 4;

/**
 * How much each sentence says: the words that the whole text uses most count, words of the focus count more.
 * @param focus what matters to the reader; may be empty
 */
export function scoreSentences(sentences: readonly string[], focus: string): number[] {
  const words = sentences.map(contentWords);
  const counts = new Map<string, number>();
  for (const own of words) for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1);
  const wanted = new Set(contentWords(focus));
  const figures = ASKS_FOR_FIGURES.test(focus);

  return words.map((own, index) => {
    const distinct = new Set(own);
    let score = 0;
    for (const word of distinct) {
      score += Math.log1p(counts.get(word) ?? 0);
      if (wanted.has(word)) score += FOCUS_WEIGHT;
    }
    if (figures && own.some((word) => /\p{N}/u.test(word))) score += FOCUS_WEIGHT;
    // What a text begins with is usually what it is about.
    return score / Math.sqrt(distinct.size + 1) + (index === 0 ? 1 : 0);
  });
}
