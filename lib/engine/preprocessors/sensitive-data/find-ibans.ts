import { type Span, WORD, WORD_START } from './finding';

const head = new RegExp(`(?:${WORD_START}|(?<=iban))[A-Za-z]{2}\\d{2}`, 'gi');
const separators = ' -\u00a0\u2009\u202f';
const word = new RegExp(`[${WORD}]`);

/** Finds IBANs in any layout and case: of a known country, as long as it prescribes, and with a valid checksum. */
export function findIbans(text: string): Span[] {
  const found: Span[] = [];
  head.lastIndex = 0;
  for (let match = head.exec(text); match; match = head.exec(text)) {
    const end = ibanEnd(text, match.index);
    if (end === null) continue;
    found.push({ start: match.index, end });
    head.lastIndex = end;
  }
  return found;
}

function ibanEnd(text: string, start: number): number | null {
  const length = ibanLengths[text.slice(start, start + 2).toUpperCase()];
  if (length === undefined) return null;
  let iban = '';
  let end = start;
  while (iban.length < length) {
    const character = text[end];
    if (character === undefined) return null;
    if (isAlphanumeric(character)) iban += character;
    else if (!separators.includes(character) || !isAlphanumeric(text[end - 1] as string)) return null;
    end += 1;
  }
  return remainder(iban.toUpperCase()) === 1 && !word.test(text[end] ?? '') ? end : null;
}

function isAlphanumeric(character: string): boolean {
  return (
    (character >= '0' && character <= '9') ||
    (character >= 'A' && character <= 'Z') ||
    (character >= 'a' && character <= 'z')
  );
}

const [ZERO, NINE, A] = ['0', '9', 'A'].map((character) => character.charCodeAt(0)) as [
  number,
  number,
  number,
];

/** Modulo 97 of an IBAN read by ISO 13616: its first four characters last, letters as 10 to 35. */
function remainder(iban: string): number {
  let rest = 0;
  for (let index = 0; index < iban.length; index += 1) {
    const code = iban.charCodeAt((index + 4) % iban.length);
    const value = code <= NINE ? code - ZERO : code - A + 10;
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** How many characters an IBAN has in each country, from the SWIFT IBAN registry. */
// biome-ignore format: several entries per line keep the table short.
const ibanLengths: Readonly<Record<string, number>> = {
  AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BI: 27, BR: 29, BY: 28,
  CH: 21, CR: 22, CY: 28, CZ: 24, DE: 22, DJ: 27, DK: 18, DO: 28, EE: 20, EG: 29, ES: 24, FI: 18,
  FK: 18, FO: 18, FR: 27, GB: 22, GE: 22, GI: 23, GL: 18, GR: 27, GT: 28, HN: 28, HR: 21, HU: 28,
  IE: 22, IL: 23, IQ: 23, IS: 26, IT: 27, JO: 30, KW: 30, KZ: 20, LB: 28, LC: 32, LI: 21, LT: 20,
  LU: 20, LV: 21, LY: 25, MC: 27, MD: 24, ME: 22, MK: 19, MN: 20, MR: 27, MT: 31, MU: 30, NI: 28,
  NL: 18, NO: 15, OM: 23, PK: 24, PL: 28, PS: 29, PT: 25, QA: 29, RO: 24, RS: 22, RU: 33, SA: 24,
  SC: 31, SD: 18, SE: 24, SI: 19, SK: 24, SM: 27, SO: 23, ST: 25, SV: 28, TL: 23, TN: 24, TR: 26,
  UA: 29, VA: 22, VG: 24, XK: 20, YE: 30,
};
