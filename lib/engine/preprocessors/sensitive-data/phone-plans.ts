/** Fewest and most digits after the country code, for countries whose plan is narrow. From the ITU's national plans. */
// biome-ignore format: several entries per line keep the table short.
export const digitsAfterCode: Readonly<Record<string, readonly [least: number, most: number]>> = {
  1: [10, 10], 7: [10, 10], 20: [8, 10], 27: [9, 9], 30: [10, 10], 31: [9, 9], 32: [8, 9], 33: [9, 9],
  34: [9, 9], 36: [8, 9], 39: [8, 11], 40: [9, 9], 41: [9, 9], 43: [7, 12], 44: [9, 10], 45: [8, 8],
  46: [7, 10], 47: [8, 8], 48: [9, 9], 49: [7, 11], 51: [8, 9], 52: [10, 11], 54: [10, 11],
  55: [10, 11], 56: [9, 9], 57: [10, 10], 58: [10, 10], 60: [8, 10], 61: [9, 9], 62: [8, 12],
  63: [8, 10], 64: [8, 10], 65: [8, 8], 66: [8, 9], 81: [9, 10], 82: [8, 10], 84: [9, 10],
  86: [10, 11], 90: [10, 10], 91: [10, 10], 92: [9, 10], 98: [10, 10], 351: [9, 9], 352: [6, 11],
  353: [7, 9], 354: [7, 7], 358: [6, 11], 359: [8, 9], 370: [8, 8], 371: [8, 8], 372: [7, 8],
  376: [6, 9], 377: [8, 9], 378: [6, 10], 380: [9, 9], 385: [8, 9], 386: [8, 8], 420: [9, 9],
  421: [9, 9], 423: [7, 9], 852: [8, 8], 971: [8, 9], 972: [8, 9],
};

/** Country codes in use that aren't above, whose numbers have 7 to 12 digits. */
const otherCodes = new Set(
  (
    '53 93 94 95 211 212 213 216 218 220 221 222 223 224 225 226 227 228 229 230 231 232 233 234 235 236 237 238 239 ' +
    '240 241 242 243 244 245 246 248 249 250 251 252 253 254 255 256 257 258 260 261 262 263 264 265 266 267 268 269 ' +
    '290 291 297 298 299 350 355 356 357 373 374 375 381 382 383 387 389 500 501 502 503 504 505 506 507 508 509 590 ' +
    '591 592 593 594 595 596 597 598 599 670 672 673 674 675 676 677 678 679 680 681 682 683 685 686 687 688 689 690 ' +
    '691 692 800 808 850 853 855 856 870 878 880 881 882 883 886 888 960 961 962 963 964 965 966 967 968 970 973 974 ' +
    '975 976 977 979 992 993 994 995 996 998'
  ).split(' '),
);

/** Whether digits that begin with a country code are as many as the country's plan has. */
export function fitsPlan(digits: string): boolean {
  for (const length of [1, 2, 3]) {
    const code = digits.slice(0, length);
    const [least, most] = digitsAfterCode[code] ?? (otherCodes.has(code) ? [7, 12] : []);
    if (least !== undefined && most !== undefined) {
      const rest = digits.length - length;
      return rest >= least && rest <= most && digits.length <= 15;
    }
  }
  return false;
}

/** How a country writes its numbers at home: `0` to `9` are literal, `d` for a digit, `_` for any separator. */
const homeForms = [
  // North America, where only the codes of services end with two zeros.
  '1?_?(?:[2-9](?:[1-9]d|d[1-9])|[589]00)_[2-9]dd_dddd',
  // France; pairs alone, so that a list of more pairs isn't a number.
  '0[1-9]_dd_dd_dd_dd',
  // Spain; Portugal's mobile phones.
  '[679]dd_ddd_ddd',
  '[89]d_ddd_dd_dd',
  '[6789]dd_dd_dd_dd',
  // Portugal's landlines.
  '2d_ddd_dd_dd',
  '2d_ddd_dddd',
  // Brazil.
  '[1-9][1-9]_9dddd_dddd',
  '[1-9][1-9]_[2-5]ddd_dddd',
  // Italy's mobile phones.
  '3[1-9]d_ddd_dddd',
  '3[1-9]d_ddddddd?',
  '3[1-9]d_dd_dd_ddd',
  '3[1-9]d_dddd_ddd',
];

export const homeForm = new RegExp(`^(?:${homeForms.map((form) => form.replaceAll('d', '\\d')).join('|')})$`);
