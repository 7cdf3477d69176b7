import { wordsOfName } from './characters';
import type { Span } from './finding';
import { fitsPlan } from './phone-plans';

/** A number with its sign in the spelling of addresses and forms. */
const encoded = /(?<=[=:&?,;\s"']|^)%2B(\d{7,15})(?![\w%.-])/gi;
/** A run of digits behind a name. */
const named =
  /(?<![\p{L}\p{N}_.-])([\p{L}_.-]{2,40}\d?(?: (?:number|no|nr)(?![\p{L}]))?)\.?(?:\\?["'`]?[ \t]{0,2}[:=][ \t]{0,3}\\?["'`]?| )(\d{7,15})(?![\p{L}\p{N}_%]|[.,:/-]\d)/giu;
const phoneWords = new Set(
  'phone telephone mobile mobil cellphone cell fax telefax handy telefon telefono teléfono téléphone telefone celular cellulare móvil whatsapp msisdn tel tlf tlm'.split(
    ' ',
  ),
);
/** What a name adds to such a word: `phone_number`, `telHome`. */
const qualifiers = new Set('number num no nr home work office private business primary 1 2 3'.split(' '));
/** In a sentence, fewer digits after such a word are a count or a code. */
const LEAST_IN_PROSE = 9;

/** Finds phone numbers without groups that their field or their encoding shows: `"phone": "4155550132"`. */
export function findNamedPhones(text: string): Span[] {
  const found: Span[] = [];
  for (const { index, 0: whole, 1: digits = '' } of text.matchAll(encoded))
    if (fitsPlan(digits)) found.push({ start: index, end: index + whole.length });
  for (const { index, 0: whole, 1: name = '', 2: digits = '' } of text.matchAll(named)) {
    const words = wordsOfName(name);
    while (words.length > 1 && qualifiers.has(words.at(-1) as string)) words.pop();
    const isField = /[:=]/.test(whole);
    if (!phoneWords.has(words.at(-1) ?? '') || (!isField && digits.length < LEAST_IN_PROSE)) continue;
    const end = index + whole.length;
    found.push({ start: end - digits.length, end });
  }
  return found;
}
