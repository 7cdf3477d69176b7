import { expect, test } from 'vitest';
import { countryCodes, countryName } from '@/lib/config/countries';
import { country } from './billing';

test('every country is found by its code and by the name it is shown by', () => {
  const wrong = countryCodes.filter(
    (code) =>
      country.parse(code) !== code ||
      country.parse(code.toLowerCase()) !== code ||
      country.parse(countryName(code)) !== code ||
      country.parse(` ${countryName(code).toUpperCase()} `) !== code,
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['turkey', 'TR'],
  ['USA', 'US'],
  ['U.S.A.', 'US'],
  ['uk', 'GB'],
  ['the Netherlands', 'NL'],
  ["Cote d'Ivoire", 'CI'],
  ['Bosnia and Herzegovina', 'BA'],
  ['Saint Lucia', 'LC'],
  ['Aland Islands', 'AX'],
  ['Åland', 'AX'],
  ['England', 'GB'],
])('%s is %s', (text, code) => {
  expect(country.parse(text)).toBe(code);
});

test('none is null', () => {
  expect(['', '   ', null].map((text) => country.parse(text))).toEqual([null, null, null]);
});

test.each(['Deutschland', 'XX', 'Atlantis', '12', '!?', 'United', '1DE', 'DE 12345 !!', 'Saint'])(
  "%s isn't a country",
  (text) => {
    expect(country.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
      'Enter a country by its English name or two-letter code, such as Germany or DE.',
    ]);
  },
);
