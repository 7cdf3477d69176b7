/** Matched once a line: at each of a run of line breaks, its many ways to divide them would take seconds. */
const LINE = /^[\s>*•|-]{0,12}([^:=|\t]{1,60})\s{0,4}(?:[:=|\t]|：)[ \t]{0,20}(\S.{0,2000})/u;

/** The values of a text's lines that name them, as in `Order: 20318`, by the names in lower case; the first counts. */
export function labeledLines(text: string): Map<string, string> {
  const lines = new Map<string, string>();
  for (const line of text.split(/\r\n?|\n/)) {
    const [, name = '', value = ''] = LINE.exec(line) ?? [];
    const key = name
      .replace(/[*_"'#]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase();
    if (key !== '' && !lines.has(key)) lines.set(key, value.replace(/[*_|\s]+$/, '').replace(/^[*_\s]+/, ''));
  }
  return lines;
}
