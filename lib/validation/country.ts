import { z } from 'zod';
import { countryAliases, countryCodes } from '@/lib/config/countries';
import { limits } from '@/lib/config/limits';
import { countryName } from '@/lib/format/country';
import { optionalLine } from '@/lib/validation/line';

/** A name without what people leave out or write in another way: case, accents, punctuation, `the`, `and`, `St.` */
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

/** Made when the first country is named: 249 names take their time. */
function codesByName(): Map<string, string> {
  codes ??= new Map([
    ...Object.entries(countryAliases).map(([name, code]) => [folded(name), code] as const),
    ...countryCodes.map((code) => [folded(countryName(code)), code] as const),
  ]);
  return codes;
}

/** A country as ISO 3166-1 alpha-2, from that code or its English name, whatever the case; none is null. */
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
