import { countryCodes } from '@/lib/config/countries';

const english = new Intl.DisplayNames('en', { type: 'region' });
const known = new Set(countryCodes);

/** A country by its English name: `DE` is `Germany`. What is no code of ISO 3166-1 alpha-2 stands as it is. */
export const countryName = (country: string): string =>
  known.has(country) ? (english.of(country) ?? country) : country;

/** The English names of all countries, in the order of the alphabet. */
export const countryNames = (): string[] =>
  countryCodes.map(countryName).sort(new Intl.Collator('en').compare);
