import { type Span, WORD } from './finding';

const first = new RegExp(`(?<![${WORD}+$€£]|\\d[.:/]|[${WORD}][-–])\\d{4,}`, 'g');
const nextGroup = /([ \u00a0\u2009\u202f.‐‑–-])(\d{1,13})(?!\d)/y;
/** Characters that can't follow the last digit: a letter, a decimal, a further group after a hyphen. */
const goesOn = new RegExp(`[${WORD}]|[.:]\\d|-[${WORD}]`, 'y');
/** How cards are printed and typed: the digits of each group. */
const shapes = new Set([
  '4-4-4-4',
  '4-6-5',
  '4-6-4',
  '4-4-4-4-3',
  '4-4-4-4-2',
  '4-4-4-1',
  '4-4-5',
  '4-4-4-3',
  '6-13',
  '8-8',
]);
const MOST_GROUPS = 5;
const ZERO = '0'.charCodeAt(0);

/** Finds card numbers of 13 to 19 digits: of a known brand and with a valid check digit. */
export function findCards(text: string): Span[] {
  const found: Span[] = [];
  first.lastIndex = 0;
  for (let match = first.exec(text); match; match = first.exec(text)) {
    const end = cardEnd(text, match.index, match[0]);
    if (end === null) continue;
    found.push({ start: match.index, end });
    first.lastIndex = end;
  }
  return found;
}

/** The end of the card that begins with a group of digits, or null if it isn't a card. */
function cardEnd(text: string, start: number, group: string): number | null {
  let end = start + group.length;
  let digits = group;
  let shape = `${group.length}`;
  let best: number | null = isWhole(text, end) && isCard(digits) && !isArticleNumber(digits) ? end : null;
  let separator: string | undefined;
  for (let groups = 2; groups <= MOST_GROUPS && digits.length < 19; groups += 1) {
    nextGroup.lastIndex = end;
    const next = nextGroup.exec(text);
    if (!next || (separator && next[1] !== separator)) break;
    separator = next[1];
    digits += next[2];
    shape += `-${(next[2] as string).length}`;
    end += next[0].length;
    if (shapes.has(shape) && isWhole(text, end) && isCard(digits)) best = end;
  }
  return best;
}

function isWhole(text: string, end: number): boolean {
  goesOn.lastIndex = end;
  return !goesOn.test(text);
}

function isCard(digits: string): boolean {
  return (
    digits.length <= 19 &&
    cardBrands.some(
      ({ prefixes, lengths }) =>
        lengths.includes(digits.length) &&
        prefixes.some(
          ([from, to]) => digits.slice(0, from.length) >= from && digits.slice(0, to.length) <= to,
        ),
    ) &&
    !/^(\d)\1+$/.test(digits) &&
    weightedSum(digits, (digit) => (digit > 4 ? 2 * digit - 9 : 2 * digit)) % 10 === 0
  );
}

/** EAN-13 also begins with 4 in places; cards of 13 digits are so rare that a number that is both is an article's. */
function isArticleNumber(digits: string): boolean {
  return digits.length === 13 && weightedSum(digits, (digit) => 3 * digit) % 10 === 0;
}

/** The sum of the digits, every second one from the right weighted. */
function weightedSum(digits: string, weigh: (digit: number) => number): number {
  let sum = 0;
  for (let place = 1; place <= digits.length; place += 1) {
    const digit = digits.charCodeAt(digits.length - place) - ZERO;
    sum += place % 2 === 0 ? weigh(digit) : digit;
  }
  return sum;
}

/** A card brand: the numbers its cards begin with, as ranges of equally long numbers, and how many digits they have. */
interface CardBrand {
  name: string;
  prefixes: readonly (readonly [from: string, to: string])[];
  lengths: readonly number[];
}

/** From ISO/IEC 7812 and the brands' own documentation. */
const cardBrands: readonly CardBrand[] = [
  { name: 'Visa', prefixes: [['4', '4']], lengths: [13, 16, 19] },
  {
    name: 'Mastercard',
    prefixes: [
      ['51', '55'],
      ['2221', '2720'],
    ],
    lengths: [16],
  },
  {
    name: 'American Express',
    prefixes: [
      ['34', '34'],
      ['37', '37'],
    ],
    lengths: [15],
  },
  {
    name: 'Diners Club',
    prefixes: [
      ['300', '305'],
      ['3095', '3095'],
      ['36', '36'],
      ['38', '39'],
    ],
    lengths: [14, 16, 19],
  },
  {
    name: 'Discover',
    prefixes: [
      ['6011', '6011'],
      ['644', '649'],
      ['65', '65'],
    ],
    lengths: [16, 19],
  },
  { name: 'JCB', prefixes: [['3528', '3589']], lengths: [16, 19] },
  { name: 'UnionPay', prefixes: [['62', '62']], lengths: [16, 17, 18, 19] },
  {
    name: 'Maestro',
    prefixes: [
      ['5018', '5018'],
      ['5020', '5020'],
      ['5038', '5038'],
      ['5893', '5893'],
      ['6304', '6304'],
      ['6759', '6759'],
      ['6761', '6763'],
    ],
    lengths: [13, 14, 15, 16, 17, 18, 19],
  },
  { name: 'Mir', prefixes: [['2200', '2204']], lengths: [16, 17, 18, 19] },
  {
    name: 'RuPay',
    prefixes: [
      ['60', '60'],
      ['81', '82'],
      ['508', '508'],
    ],
    lengths: [16],
  },
  {
    name: 'Elo',
    prefixes: [
      ['401178', '401179'],
      ['438935', '438935'],
      ['5067', '5067'],
      ['627780', '627780'],
      ['636297', '636297'],
      ['636368', '636368'],
    ],
    lengths: [16],
  },
];
