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
    // What a document begins with in capitals is its title: `INVOICE` isn't the name of the line behind it.
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
