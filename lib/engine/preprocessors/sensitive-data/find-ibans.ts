import { WORD, WORD_START } from './characters';
import type { Span } from './finding';
import { ibanLengths } from './iban-lengths';

const head = new RegExp(`(?:${WORD_START}|(?<=iban))[A-Za-z]{2}\\d{2}`, 'gi');
const separator = /[ \u00a0\u2009\u202f-]/;
const alphanumeric = /[A-Za-z0-9]/;
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
    if (alphanumeric.test(character)) iban += character.toUpperCase();
    else if (!separator.test(character) || !alphanumeric.test(text[end - 1] as string)) return null;
    end += 1;
  }
  return remainder(iban) === 1 && !word.test(text[end] ?? '') ? end : null;
}

/** Modulo 97 of an IBAN read as ISO 13616 says: its first four characters last, letters as 10 to 35. */
function remainder(iban: string): number {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
