/** A date in a text. */
export interface FoundDate {
  /** `YYYY-MM-DD`. */
  date: string;
  /** Its start, in code units. */
  index: number;
}

const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ar'];

/** The names and abbreviations of months, in lower case, with their numbers. */
const months = new Map<string, number>();
for (const language of languages) {
  for (const month of ['short', 'long'] as const) {
    const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
    for (let number = 1; number <= 12; number += 1) {
      const name = format
        .format(Date.UTC(2026, number - 1, 15))
        .toLowerCase()
        .replace('.', '');
      months.set(name, number);
    }
  }
}

const YEAR_FIRST = /(?<!\d)(?<y>\d{4})(?:[-/.]|年|년 ?)(?<m>\d{1,2})(?:[-/.]|月|월 ?)(?<d>\d{1,2})(?!\d)/gu;
const NUMBERS = /(?<![\d./-])(?<a>\d{1,2})(?<by>[./-])(?<b>\d{1,2})\k<by>(?<y>\d{4}|\d{2})(?![\d-])/gu;
const DAY_AND_NAME =
  /(?<!\d)(?<d>\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s{1,3}(?:de\s|of\s)?(?<name>\p{L}{3,12})[.,]{0,2}\s{1,3}(?:del?\s)?(?<y>\d{4})(?!\d)/gu;
const NAME_AND_DAY =
  /(?<!\p{L})(?<name>\p{L}{3,12})\.?\s{1,3}(?<d>\d{1,2})(?:st|nd|rd|th)?,?\s{1,3}(?<y>\d{4})(?!\d)/gu;

/** The dates of a text, in order: ISO, with points or slashes, and with names of months in eight languages. */
export function findDates(text: string): FoundDate[] {
  const plain = withPlainDigits(text);
  const found: FoundDate[] = [];
  for (const pattern of [YEAR_FIRST, NUMBERS, DAY_AND_NAME, NAME_AND_DAY]) {
    for (const match of plain.matchAll(pattern)) {
      const date = readDate(match.groups ?? {});
      if (date) found.push({ date, index: match.index });
    }
  }
  return found.sort((one, other) => one.index - other.index);
}

function readDate({ y = '', m, d, a, b, by, name }: Record<string, string>): string | null {
  const year = y.length === 2 ? 2000 + Number(y) : Number(y);
  if (name !== undefined) return isoDate(year, months.get(name.toLowerCase()) ?? 0, Number(d));
  if (m !== undefined) return isoDate(year, Number(m), Number(d));
  // With slashes the day comes first too, unless only a month can.
  const monthFirst = by === '/' && Number(b) > 12;
  return monthFirst ? isoDate(year, Number(a), Number(b)) : isoDate(year, Number(b), Number(a));
}

/** Null for a day that no calendar has. */
function isoDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month > 0;
  return exists ? date.toISOString().slice(0, 10) : null;
}

/** Converts Arabic and full-width digits to ASCII, without changing their positions. */
export function withPlainDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}
