import { detect } from 'tinyld';
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

/** A language as models read it: `German (de)`. @param tag BCP 47 */
export function languageName(tag: string): string {
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(tag);
  return name && name !== tag ? `${name} (${tag})` : tag;
}

/** Of the slowest text, these take about ten milliseconds. */
const ENOUGH_CHARACTERS = 2_000;

/** The language of a text as a BCP 47 tag; `und` (undetermined) if its beginning doesn't show it. */
export function findLanguage(text: string): string {
  return detect(text.slice(0, ENOUGH_CHARACTERS)) || 'und';
}
