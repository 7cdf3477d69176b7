/** A card brand: the numbers its cards begin with, as ranges of equally long numbers, and how many digits they have. */
interface CardBrand {
  name: string;
  prefixes: readonly (readonly [from: string, to: string])[];
  lengths: readonly number[];
}

/** From ISO/IEC 7812 and the brands' own documentation. */
export const cardBrands: readonly CardBrand[] = [
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
