import { z } from 'zod';
import './zod-in-browsers';
import { countryAliases, countryCodes } from '@/lib/config/countries';
import { limits } from '@/lib/config/limits';
import { countryName } from '@/lib/format/country';
import { optionalLine } from '@/lib/validation/line';

/** A name without the parts that people omit or vary: case, accents, punctuation, `the`, `and`, `St.` */
const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[.'’]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\bsaint\b/g, 'st')
    .replace(/^ ?the /, '')
    .trim();

let codes: Map<string, string> | undefined;

/** Created on first use, because 249 names take some time. */
function codesByName(): Map<string, string> {
  codes ??= new Map([
    ...Object.entries(countryAliases).map(([name, code]) => [folded(name), code] as const),
    ...countryCodes.map((code) => [folded(countryName(code)), code] as const),
  ]);
  return codes;
}

/** Parses a country code (ISO 3166-1 alpha-2) or English name, in any case, to the code; null without one. */
export const country = optionalLine('A billing field', limits.billingField.max).transform((text, context) => {
  if (text === null) return null;
  const upper = text.toUpperCase();
  const code = countryCodes.find((known) => known === upper) ?? codesByName().get(folded(text));
  if (code) return code;
  context.addIssue({
    code: 'custom',
    message: 'Enter a country by its English name or two-letter code, such as Germany or DE.',
  });
  return z.NEVER;
});
