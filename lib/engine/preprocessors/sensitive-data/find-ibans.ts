import { WORD, WORD_START } from './characters';
import type { Span } from './finding';
import { ibanLengths } from './iban-lengths';

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

/** Modulo 97 of an IBAN read as ISO 13616 says: its first four characters last, letters as 10 to 35. */
function remainder(iban: string): number {
  let rest = 0;
  for (let index = 0; index < iban.length; index += 1) {
    const code = iban.charCodeAt((index + 4) % iban.length);
    const value = code <= NINE ? code - ZERO : code - A + 10;
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
