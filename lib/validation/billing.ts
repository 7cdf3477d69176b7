import './zod-in-browsers';
import { z } from 'zod';
import { countryAliases, countryCodes, countryName } from '@/lib/config/countries';
import { limits } from '@/lib/config/limits';
import { optionalLine } from '@/lib/validation/line';
import { email } from '@/lib/validation/users';

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

const text = optionalLine('A billing field', limits.billingField.max).optional();

/** A field omitted stays as it is; null or an empty one is cleared. */
export const billingProfileInput = z.object({
  full_name: text,
  email: z
    .string()
    .trim()
    .pipe(z.union([z.literal('').transform(() => null), email], 'Enter a valid email address.'))
    .nullable()
    .optional(),
  company_name: text,
  tax_id: text,
  tax_id_label: text,
  address_line1: text,
  address_line2: text,
  city: text,
  state: text,
  postal_code: text,
  country: country.optional(),
  phone_number: text,
});

/** The changed fields, as they will be stored. */
export type BillingChanges = z.output<typeof billingProfileInput>;
