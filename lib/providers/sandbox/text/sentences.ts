const END = /[.!?؟…](?=["')\]»”’]{0,3}(?:\s|$))|[。！？]|\n/gu;
const CLOSING = /^["')\]»”’」』]{1,3}/u;
/** A list item, heading, quote, table row, log entry, `Field: …` or blank line begins something new. */
const NEW_BLOCK = /^[ \t]{0,8}(?:[-*+>|#•]|\[?\d{4}-\d\d-\d\d|\d{1,3}[.)]\s|\p{Lu}[\p{L} ]{0,12}:\s|\n|$)/u;
/** In Japanese, a quoted sentence can be part of another. */
const QUOTED_WITHIN = /^[」』”]と/;
/** A line at least this long may have been wrapped by the program it was written with. */
const WRAPPED_LINE = 50;

const LAST_WORD = /(?:^|[\s("])([\p{L}.]{1,6}|\d{1,3})$/u;
const abbreviations = new Set(
  'dr mr mrs ms prof sr sra dra mme st bzw ca vs usw evtl ggf inkl tel'.split(' '),
);
const beforeNumbers = new Set('no nr fig vol art'.split(' '));
const MONTH_FOLLOWS = /^\s(?:Jan|Jän|Feb|Mär|Mar|Apr|Mai|May|Jun|Jul|Aug|Sep|Okt|Oct|Nov|Dez|Dec)/;

/**
 * The sentences of a text in any script, unchanged; lines of lists, logs and tables count as sentences.
 */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  let lineStart = 0;
  const take = (end: number) => {
    const sentence = text.slice(start, end).trim();
    if (sentence) sentences.push(sentence);
    start = end;
  };
  for (const match of text.matchAll(END)) {
    const at = match.index;
    if (match[0] === '\n') {
      const next = text.slice(at + 1, at + 16);
      if (at - lineStart < WRAPPED_LINE || NEW_BLOCK.test(next)) take(at);
      lineStart = at + 1;
    } else if (endsSentence(text, match[0], Math.max(start, at - 12), at)) {
      const closing = CLOSING.exec(text.slice(at + 1, at + 4))?.[0].length ?? 0;
      take(at + 1 + closing);
    }
  }
  take(text.length);
  return sentences;
}

/** Whether a mark is more than the end of a quotation, of an abbreviation, or of an ordinal number. */
function endsSentence(text: string, mark: string, from: number, at: number): boolean {
  if (mark === '。') return !QUOTED_WITHIN.test(text.slice(at + 1, at + 3));
  if (mark !== '.') return true;
  const after = text.slice(at + 1, at + 6);
  if (/^\s\p{Ll}/u.test(after)) return false;
  const before = text.slice(from, at);
  const word = LAST_WORD.exec(before)?.[1];
  if (word === undefined || !/\S/.test(after)) return true;
  if (/^\d/.test(word)) return before.trim() !== word && !MONTH_FOLLOWS.test(after);
  const known = word.toLowerCase();
  if (beforeNumbers.has(known)) return !/^\s\d/.test(after);
  return word.length > 1 && !word.includes('.') && !abbreviations.has(known);
}

/** A sentence on one line, without the marks of a list, quote, heading or emphasis around it. */
export function plainSentence(sentence: string): string {
  return sentence
    .replace(/^(?:#{1,6}\s|[-*+>•]\s|\d{1,3}[.)]\s|\[[ xX]\]\s|\s){1,4}/, '')
    .replace(/\*\*|__/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
