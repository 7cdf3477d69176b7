import { z } from 'zod';

/** An option that names a language by a BCP 47 tag. */
export const languageTag = z
  .string()
  .refine(isLanguageTag, 'must be a BCP 47 language tag, such as de or pt-BR');

function isLanguageTag(tag: string): boolean {
  // Names such as `german` have the form of a reserved subtag, which no language has.
  if (!/^[a-z]{2,3}(?:-|$)/i.test(tag)) return false;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
