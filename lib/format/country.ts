import { countryCodes } from '@/lib/config/countries';

const english = new Intl.DisplayNames('en', { type: 'region' });
const known = new Set(countryCodes);

/** A country by its English name: `DE` is `Germany`. Anything but an ISO 3166-1 alpha-2 code is returned as it is. */
export const countryName = (country: string): string =>
  known.has(country) ? (english.of(country) ?? country) : country;

/** The English names of all countries, in alphabetical order. */
export const countryNames = (): string[] =>
  countryCodes.map(countryName).sort(new Intl.Collator('en').compare);
