/** A line break before an empty line, a list entry or a heading. */
const BLOCK_END = /\n(?=\r?\n|[ \t]*(?:[-*•]|\d{1,3}[.)]|#{1,6})[ \t])/g;
const HEADING = /^#{1,6}[ \t]/;

/**
 * Cuts prose that broke off back to its last whole sentence or list entry. A text without any keeps every word:
 * half a sentence is more than nothing.
 */
export function lastWholeSentence(text: string): string {
  let end = 0;
  for (const sentence of sentenceEnds(text)) end = sentence;
  const start = end;
  for (const { index } of text.slice(start).matchAll(BLOCK_END)) {
    const line = text.slice(text.lastIndexOf('\n', start + index - 1) + 1, start + index);
    if (line.trim() && !HEADING.test(line)) end = start + index;
  }
  return (end > 0 ? text.slice(0, end) : text).trim();
}

const TERMINATORS = new Set('.!?…。！？｡؟۔।॥։።');
/** Scripts that put no space behind a sentence. */
const UNSPACED = new Set('。！？｡');
const CLOSERS = new Set('"\'”’»›)]}」』）】＂*_');
const SPACE = /\s/;
/** Words that are written with a period within a sentence, in lower case. */
const ABBREVIATIONS = new Set(
  (
    'abb approx av bzw ca dept dr e.g eig env etc evtl fig ggf i.e inc inkl jr ltd mme mr mrs ms nr p.ej prof ' +
    'pág resp sr sra st str usw vgl vol vs'
  ).split(' '),
);
const LONGEST_ABBREVIATION = 6;

/** Offsets behind each sentence of a text, with its closing quotes and brackets. Linear, in any script. */
export function* sentenceEnds(text: string): Generator<number> {
  for (let at = 0; at < text.length; at++) {
    if (!TERMINATORS.has(text.charAt(at))) continue;
    let end = at + 1;
    while (TERMINATORS.has(text.charAt(end)) || CLOSERS.has(text.charAt(end))) end++;
    const apart = UNSPACED.has(text.charAt(at)) || end >= text.length || SPACE.test(text.charAt(end));
    const single = end === at + 1 && text.charAt(at) === '.';
    if (apart && !(single && isWithinSentence(text, at))) yield end;
    at = end - 1;
  }
}

/** Whether a period belongs to an abbreviation, an initial or an ordinal. */
function isWithinSentence(text: string, period: number): boolean {
  let start = period;
  while (start > 0 && period - start <= LONGEST_ABBREVIATION && !SPACE.test(text.charAt(start - 1))) start--;
  const word = text
    .slice(start, period)
    .replace(/^[([{"'«„]/, '')
    .toLowerCase();
  return ABBREVIATIONS.has(word) || /^(\p{L}|\p{L}\.\p{L}|\d{1,2})$/u.test(word);
}
