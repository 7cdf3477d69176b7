/** Scripts without spaces change with the kind of word; runs are bounded so that no input overflows the matcher. */
const WORD =
  /\p{Script=Han}{1,6}|[\p{Script=Katakana}ー]{1,40}|\p{Script=Hiragana}{1,40}|[\p{L}\p{N}][\p{L}\p{M}\p{N}]{0,59}/gu;
const HIRAGANA = /^\p{Script=Hiragana}/u;
const WIDE = /^[\p{Script=Han}\p{Script=Katakana}]/u;
const ENDING = /(?:ments?|ings?|ungen|ung|ed|es|en|er|e|s|n)$/;

const functionWords = new Set(
  `the and for are was were has have had not but with from that this these those its you your our their they will would
  can could should been being into than then them there what when which while who each all any also about after before
  der die das und ist sind war mit von für auf ein eine einer einem einen den dem des nicht auch als bei nach aus wird
  werden sich wir sie ihr zum zur les des une est sont dans pour par sur avec que qui pas nous vous aux cette ces los
  las una del por para con que como más pero sus este esta son في من على إلى أن هذا هذه التي الذي مع عن`.split(
    /\s+/,
  ),
);

/**
 * The words of a text that carry its content, in order and in lower case. Function words are omitted, and endings of
 * European languages are removed, so that `payments` and `payment` are the same word.
 */
export function contentWords(text: string): string[] {
  const words: string[] = [];
  for (const [match] of text.matchAll(WORD)) {
    if (WIDE.test(match)) words.push(match);
    else if (!HIRAGANA.test(match)) {
      const word = match.toLowerCase();
      if ((word.length > 2 || /\p{N}/u.test(word)) && !functionWords.has(word)) words.push(stemOf(word));
    }
  }
  return words;
}

function stemOf(word: string): string {
  const stem = word.replace(ENDING, '');
  return stem.length >= 3 ? stem : word;
}

const ASKS_FOR_FIGURES =
  /date|sum|number|amount|price|cost|figure|deadline|datum|zahl|betrag|preis|fecha|montant/i;
const FOCUS_WEIGHT = 4;

/**
 * The weight of each sentence: the words that the whole text uses most count, words of the focus count more.
 * @param focus the reader's interest; may be empty
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
    // A text usually begins with its subject.
    return score / Math.sqrt(distinct.size + 1) + (index === 0 ? 1 : 0);
  });
}
