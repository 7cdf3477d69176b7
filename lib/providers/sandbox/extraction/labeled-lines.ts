/** Matched once a line: at each of a run of line breaks, its many ways to divide them would take seconds. */
const LINE = /^[\s>*•|-]{0,12}([^:=|\t]{1,60})\s{0,4}(?:[:=|\t]|：)[ \t]{0,20}(\S.{0,2000})/u;
/** Where a further field begins on the same line: behind a wide gap, or with an abbreviation as in `IBAN: … BIC: …`. */
const NEXT_FIELD =
  /(?<![ \t])(?:[ \t]{2,40}|[ \t]?[|;][ \t])(?=\p{L}[\p{L} .#-]{0,30}:\s)|[ ,]{1,2}(?=(?:\p{Lu}{2,8}|Tel|Phone|Fax|E-?mail)\.?:\s)/u;
/** Suffixes of a number's name, and a rate that is named with an amount: `VAT 19%: …`. */
const NUMBER_WORD = /\s(?:numbers?|no|nr|id|code)$/;
const RATE = /\s?\(?\d{1,2}(?:[.,]\d{1,2})?\s?%\)?/;

/** The values of a text's lines that name them, as in `Order: 20318`, by the names in lower case; the first counts. */
export function labeledLines(text: string): Map<string, string> {
  const lines = new Map<string, string>();
  const numbered = new Map<string, string>();
  const add = (line: string) => {
    const [, name = '', value = ''] = LINE.exec(line) ?? [];
    const key = name
      .replace(/[*_"'#.]+/g, ' ')
      .replace(RATE, '')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase();
    if (key === '') return;
    const plain = value.replace(/[*_|\s]+$/, '').replace(/^[*_\s]+/, '');
    if (!lines.has(key)) lines.set(key, plain);
    const bare = key.replace(NUMBER_WORD, '');
    if (bare === key) return;
    for (const known of [bare, `${bare} number`]) if (!numbered.has(known)) numbered.set(known, plain);
  };
  for (const line of text.split(/\r\n?|\n/)) for (const part of line.split(NEXT_FIELD)) add(part);
  for (const [key, value] of numbered) if (!lines.has(key)) lines.set(key, value);
  return lines;
}

/** A line that only names what follows it: `## Decisions`, `Bill to:`, `SKILLS`. */
const HEADING = /^(?:#{1,6}\s+(\S.{0,60}?)|(\p{L}[\p{L} /&-]{1,40}):|(\p{Lu}[\p{Lu} /&-]{2,40}))[\s:]*$/u;

const LONGEST_HEADING = 100;

/** The lines under each heading of a text, up to a blank line or the next heading, by its name in lower case. */
export function headedLines(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let under: string[] | null = null;
  let isFirst = true;
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === '') {
      // A heading may have a blank line behind it.
      if (under?.length) under = null;
      continue;
    }
    const [, marked, labeled, capitals] = (line.length <= LONGEST_HEADING && HEADING.exec(line.trim())) || [];
    // Capitals at the beginning of a document are its title: `INVOICE` isn't the name of the line behind it.
    const name = marked ?? labeled ?? (isFirst ? undefined : capitals);
    isFirst = false;
    if (name === undefined) {
      under?.push(line.trim());
      continue;
    }
    const key = name.trim().toLowerCase();
    under = found.has(key) ? null : [];
    if (under) found.set(key, under);
  }
  return found;
}
