import { SPACES, type Span, UNSPACED, WORD, wordsOfName } from './finding';
import { fitsPlan, homeForm } from './phone-plans';

/** Longer runs of groups are tables or dumps of numbers. */
const MOST_GROUPS = 12;
const MOST_DIGITS = 15;
const FEWEST_DIGITS = 7;

const first = new RegExp(
  `(?:(?<![${WORD}+$€£¥#%.]|[${WORD}][-–./@~^]|\\d[:=*+]|[\\\\])|(?<=\\\\[nrt])|(?<=[${UNSPACED}]))(?:\\(?[+＋]\\(?|\\()?\\d+`,
  'g',
);
const nextGroup = new RegExp(`([${SPACES}().\\-‐‑–/]{1,3})(\\d+)`, 'y');
/**
 * Characters that can't follow a number: a letter, a further digit, a time, a decimal, a percent sign, an amount's
 * unit.
 */
const goesOn = new RegExp(
  `[A-Za-z0-9_\\u00c0-\\u024f%°]|[.:/@]\\d|,\\d{1,2}(?![\\d/-]|\\.\\d)|[-–][${WORD}]|\\(\\d|[${SPACES}]?(?:[€$£¥%]|(?:EUR|USD|GBP|CHF|BRL|R\\$|km|kg|kWh|MB|GB|ms|m²|Stück|euros?|habitantes|habitants|Einwohner|abitanti|円|個|件)(?![A-Za-z]))`,
  'y',
);
const extension = /[A-Za-z]{0,1}(?<=[xX])\d/y;
/** A code of letters and digits that a number continues: `1Z 999 AA1 01 2345 6784`. */
const codeBefore = /(?:\d[A-Z]+|[A-Z]\d+) $/;
const date = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}([-./])\d{1,2}\1(?:\d{4}|\d{2}))(?!\d|[-./]\d)/;
const wide = new RegExp(`^[${SPACES}]+[-–/(][${SPACES}]*$|^[${SPACES}]*[-–/][${SPACES}]+$|^[${SPACES}]{2,}$`);

interface Group {
  separator: string;
  digits: string;
  start: number;
  end: number;
}

/**
 * Finds phone numbers: with `+` or `00` and a country code, or in groups as one of several countries writes them at
 * home. If its form doesn't decide, words before it do; if it has no groups, its field does.
 */
export function findPhones(text: string): Span[] {
  const found: Span[] = [];
  first.lastIndex = 0;
  for (let match = first.exec(text); match; match = first.exec(text)) {
    const groups = readGroups(text, match.index, match[0]);
    const end = phoneEnd(text, match.index, groups);
    if (end !== null) found.push(withoutBrackets(text, match.index, end));
    first.lastIndex = end ?? resume(text, groups);
  }
  return [...found, ...findNamedPhones(text)];
}

/** A number that is in brackets as a whole, without them. */
function withoutBrackets(text: string, start: number, end: number): Span {
  const inside = text.slice(start + 1, end - 1).replace(/\([^()]*\)/, '');
  const isBracketed = text[start] === '(' && text[end - 1] === ')' && !/[()]/.test(inside);
  return isBracketed ? { start: start + 1, end: end - 1 } : { start, end };
}

/** The groups of digits that begin at a place, up to one more than a phone number can have. */
function readGroups(text: string, start: number, head: string): Group[] {
  const digits = /\d+$/.exec(head)?.[0] ?? '';
  const groups: Group[] = [
    { separator: head.slice(0, -digits.length), digits, start, end: start + head.length },
  ];
  while (groups.length <= MOST_GROUPS) {
    nextGroup.lastIndex = groups.at(-1)?.end as number;
    const next = nextGroup.exec(text);
    if (!next || /[()].*[()].*[()]|^ {2,}$|[-./]{2}/.test(next[1] as string)) break;
    groups.push({
      separator: next[1] as string,
      digits: next[2] as string,
      start: next.index + (next[1] as string).length,
      end: nextGroup.lastIndex,
    });
  }
  return groups;
}

/** Where the search continues after groups that aren't a phone number: at the next number that may be one by itself. */
function resume(text: string, groups: readonly Group[]): number {
  const line = text.slice(groups[0]?.start, groups.at(-1)?.end);
  const dated = date.exec(line)?.[0].length;
  if (dated) return (groups[0] as Group).start + dated;
  const apart = groups.findIndex(
    ({ separator }, index) => index > 0 && (wide.test(separator) || separator.includes('(')),
  );
  const next = apart > 0 ? groups[apart - 1] : groups.at(-1);
  return (next as Group).end;
}

function phoneEnd(text: string, start: number, groups: readonly Group[]): number | null {
  const isInternational =
    /[+＋]/.test(groups[0]?.separator ?? '') ||
    /^00[1-9]/.test(groups[0]?.digits ?? '') ||
    isDialledOut(groups);
  if (groups.reduce((sum, { digits }) => sum + digits.length, 0) < FEWEST_DIGITS) return null;
  for (let count = Math.min(groups.length, MOST_GROUPS); count > 0; count -= 1) {
    // A number from home is its whole run of groups, or ends where a new thing begins.
    const next = groups[count];
    if (!isInternational && next && !wide.test(next.separator) && !next.separator.includes('(')) continue;
    const used = groups.slice(0, count);
    const end = closed(text, used);
    if (end === null) continue;
    if (isInternational) {
      if (isInternationalNumber(used)) return end;
      continue;
    }
    if (isHomeNumber(text, start, used)) return end;
  }
  return null;
}

/**
 * The end of the groups with the bracket that closes them, or null if something belongs to them that no phone number
 * has.
 */
function closed(text: string, groups: readonly Group[]): number | null {
  const whole = groups.map(({ separator, digits }) => separator + digits).join('');
  const open = whole.split('(').length - whole.split(')').length;
  let end = groups.at(-1)?.end as number;
  if (open === 1 && text[end] === ')') end += 1;
  else if (open !== 0) return null;
  extension.lastIndex = end;
  if (extension.test(text)) return end;
  goesOn.lastIndex = end;
  return goesOn.test(text) ? null : end;
}

/** `011 49 …`, as one dials from North America. */
function isDialledOut(groups: readonly Group[]): boolean {
  return groups[0]?.digits === '011' && groups.length > 2;
}

function isInternationalNumber(groups: readonly Group[]): boolean {
  const [head, ...rest] = groups;
  if (!head) return false;
  const separators = rest.map(({ separator }) => separator).join('');
  // `+49 (0) 30 …`: the zero is dialled only at home.
  const digits = groups
    .filter((group, index) => !(index > 0 && group.digits === '0' && group.separator.includes('(')))
    .map((group) => group.digits)
    .join('')
    .replace(/^(?:00|011)(?=[1-9])/, '');
  const isPlus = /[+＋]/.test(head.separator);
  if (digits.length > MOST_DIGITS || (separators.match(/\//g)?.length ?? 0) > 1) return false;
  if (!isPlus && rest.length === 0 && digits.length < 10) return false;
  return fitsPlan(digits);
}

function isHomeNumber(text: string, start: number, groups: readonly Group[]): boolean {
  const [head, ...rest] = groups;
  if (!head || rest.length === 0) return false;
  const written = groups.map(({ separator, digits }) => separator + digits).join('');
  const digits = groups.map((group) => group.digits).join('');
  const separators = rest.map(({ separator }) => separator);
  if (date.test(written) || isAddress(groups) || digits.length > 13) return false;
  const context = contextOf(text, start);
  if (context === 'phone') return isPlausible(groups, digits);
  if (context === 'other') return false;
  const marks = new Set(separators.map((separator) => separator.replace(/[\s()]/g, '')));
  marks.delete('');
  const form = groups.map((group) => group.digits).join('_');
  if (codeBefore.test(text.slice(Math.max(0, start - 12), start))) return false;
  const isFormed = homeForm.test(form);
  if (isFormed) return marks.size <= 1 && !(marks.has('/') && rest.length > 1);
  return isTrunkNumber(groups, digits, separators, written);
}

/** `030 1234567`, `(0171) 123 45 67`, `020 7946 0958`: as countries write that dial a zero first. */
function isTrunkNumber(
  groups: readonly Group[],
  digits: string,
  separators: readonly string[],
  written: string,
): boolean {
  const head = groups[0]?.digits ?? '';
  const slashes = separators.filter((separator) => separator.includes('/')).length;
  return (
    /^0[1-9]/.test(head) &&
    head.length <= 5 &&
    digits.length >= 9 &&
    digits.length <= 12 &&
    groups.length <= 6 &&
    !written.includes('.') &&
    slashes <= (separators[0]?.includes('/') ? 1 : 0) &&
    groups.every(
      ({ digits: group, separator }, index) =>
        group.length > 1 || (index === groups.length - 1 && /[-‐‑–]/.test(separator)),
    )
  );
}

/** Whether digits may be a phone number after a word that announces one. */
function isPlausible(groups: readonly Group[], digits: string): boolean {
  const isYears = groups.length === 2 && groups.every((group) => /^(?:19|20)\d\d$/.test(group.digits));
  const isDecimal =
    groups.length === 2 && groups[1]?.separator === '.' && !/^0\d/.test(groups[0]?.digits ?? '');
  return digits.length >= FEWEST_DIGITS && !isYears && !isDecimal;
}

/** An IP address, or a version of four parts. */
function isAddress(groups: readonly Group[]): boolean {
  return (
    groups.length === 4 &&
    groups.slice(1).every(({ separator }) => separator === '.') &&
    groups.every(({ digits }) => Number(digits) < 256)
  );
}

/** A number with its sign in the spelling of addresses and forms. */
const encoded = /(?<=[=:&?,;\s"']|^)%2B(\d{7,15})(?![\w%.-])/gi;
/** A run of digits behind a name. */
const named =
  /(?<![\p{L}\p{N}_.-])([\p{L}_.-]{2,40}\d?(?: (?:number|no|nr)(?![\p{L}]))?)\.?(?:\\?["'`]?[ \t]{0,2}[:=][ \t]{0,3}\\?["'`]?| )(\d{7,15})(?![\p{L}\p{N}_%]|[.,:/-]\d)/giu;
const phoneFields = new Set(
  'phone telephone mobile mobil cellphone cell fax telefax handy telefon telefono teléfono téléphone telefone celular cellulare móvil whatsapp msisdn tel tlf tlm'.split(
    ' ',
  ),
);
/** Words that names add to a phone field: `phone_number`, `telHome`. */
const qualifiers = new Set('number num no nr home work office private business primary 1 2 3'.split(' '));
/** In a sentence, fewer digits after such a name are a count or a code. */
const LEAST_IN_PROSE = 9;

/** Finds phone numbers without groups that their field or their encoding shows: `"phone": "4155550132"`. */
function findNamedPhones(text: string): Span[] {
  const found: Span[] = [];
  for (const { index, 0: whole, 1: digits = '' } of text.matchAll(encoded))
    if (fitsPlan(digits)) found.push({ start: index, end: index + whole.length });
  for (const { index, 0: whole, 1: name = '', 2: digits = '' } of text.matchAll(named)) {
    const words = wordsOfName(name);
    while (words.length > 1 && qualifiers.has(words.at(-1) as string)) words.pop();
    const isField = /[:=]/.test(whole);
    if (!phoneFields.has(words.at(-1) ?? '') || (!isField && digits.length < LEAST_IN_PROSE)) continue;
    const end = index + whole.length;
    found.push({ start: end - digits.length, end });
  }
  return found;
}

/** Words before a number that announce a phone number. */
const phoneWords =
  /\b(?:tel|tele?fono?s?|tel[ée]phones?|t[ée]l|telefon\w*|telefax|phones?|mobile?|mob|mobil\w*|handy\w*|cell|cellphone|cellulare|cell|celular|m[oó]vil|telem[oó]vel|tlm|fax|whatsapp|wapp|signal|sms|call|calls|called|dial|ring|ruf\w*|anruf\w*|erreichbar|durchwahl|hotline|helpline|verde|vert|freephone|fixe|portable|appel\w*|joindre|ll[aá]m\w*|chiam\w*|ligue|ligar|contacto|tfno|tlf|tf|ddi|direct)\b|電話|フリーダイヤル|携帯|連絡先|☎|📞|📱|✆/gi;

/** Words before a number that announce another kind. */
const otherWords =
  /\b(?:isbn|issn|ean|gtin|imei|iccid|order|orders|invoice|ticket|case|ref|reference|rechnung\w*|kunden\w*|auftrag\w*|bestell\w*|artikel\w*|art|vorgang\w*|aktenzeichen|az|steuer\w*|ust|hrb|hra|blz|konto\w*|iban|siren|siret|tva|commande|facture|dossier|client|pedido|factura|fatura|nif|nipc|nie|cif|dni|nuss|niss|fattura|ordine|pratica|partita|p\.?\s?iva|cf|protocollo|encomenda|processo|cnpj|cpf|cep|cap|plz|zip|ssn|ein|nhs|vin|sku|serial|seriennummer|s\/n|part|account|acct|tracking|sendung\w*|suivi|version|build|rev|lot|batch|charge|gps|lat|lon|coord\w*|eur|usd|gbp|chf|brl|population|habitant\w*|einwohner\w*|sum|total|totale|montant|importe|betrag|lotto|loto|tirage|utr|vat|ust-id\w*|policy|contract|contrat|vertrag\w*|contrato|contratto|member|mitglied\w*|matr[ií]cula|expediente|abono|bastidor|cups|registro)\b|注文|番号|郵便|〒|伝票|品番|請求/gi;

const REACH = 40;

/** The kind of number that the words before it on its line announce; the nearest word counts. */
function contextOf(text: string, place: number): 'phone' | 'other' | 'none' {
  const line = text
    .slice(Math.max(0, place - REACH), place)
    .split(/[\n\r]/)
    .at(-1) as string;
  const phone = lastPlace(line, phoneWords);
  const other = lastPlace(line, otherWords);
  // A word that has its number already doesn't announce a later one.
  const isSpent = other > phone && /\d.*\d.*\d.*\d/.test(line.slice(other));
  if (isSpent || (phone < 0 && other < 0)) return 'none';
  return phone > other || /電話番号|携帯番号/.test(line) ? 'phone' : 'other';
}

function lastPlace(line: string, words: RegExp): number {
  return [...line.matchAll(words)].at(-1)?.index ?? -1;
}
