import { expect, test } from 'vitest';
import { countryName, countryNames } from '@/lib/config/countries';

test('a country reads by its English name', () => {
  expect(['DE', 'GB', 'US', 'CI', 'ZW'].map(countryName)).toEqual([
    'Germany',
    'United Kingdom',
    'United States',
    'Côte d’Ivoire',
    'Zimbabwe',
  ]);
});

test("a text that isn't a code stays readable as it was written", () => {
  expect(['Deutschland', 'de', 'XX', 'EU', ''].map(countryName)).toEqual([
    'Deutschland',
    'de',
    'XX',
    'EU',
    '',
  ]);
});

test('all 249 countries have a name of their own, in the order of the alphabet', () => {
  const names = countryNames();
  expect(new Set(names).size).toBe(249);
  expect(names.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([]);
  expect([names[0], names[1], names.at(-1)]).toEqual(['Afghanistan', 'Åland Islands', 'Zimbabwe']);
});
