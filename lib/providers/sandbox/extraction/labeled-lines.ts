const LINE = /^[\s>*•|-]{0,12}([^\n:=|\t]{1,60})\s{0,4}(?:[:=|\t]|：)[ \t]{0,20}(\S[^\n]{0,2000})/gmu;

/** The values of a text's lines that name them, as in `Order: 20318`, by the names in lower case; the first counts. */
export function labeledLines(text: string): Map<string, string> {
  const lines = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(LINE)) {
    const key = name
      .replace(/[*_"'#]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase();
    if (key !== '' && !lines.has(key)) lines.set(key, value.replace(/[*_|\s]+$/, '').replace(/^[*_\s]+/, ''));
  }
  return lines;
}
