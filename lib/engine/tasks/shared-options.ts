import { detect } from 'tinyld';
import { z } from 'zod';
import { compileSchema, SchemaProblem } from '@/lib/engine/replies/compile-schema';

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

/** An option that is a caller's JSON Schema. */
export const schemaOption = z.record(z.string(), z.unknown()).superRefine((schema, context) => {
  try {
    compileSchema(schema);
  } catch (error) {
    if (!(error instanceof SchemaProblem)) throw error;
    context.addIssue({ code: 'custom', message: error.message, continue: false });
  }
});

/** The tones that a step can name, with the sentence that each adds to the prompt. */
export const tones = {
  neutral: '',
  formal: 'Keep your distance: full sentences, no contractions.',
  friendly: 'Be warm and direct.',
  technical: 'Use the terms of the field, and explain none.',
  plain: 'Use short sentences and everyday words.',
  persuasive: 'Argue for one thing, with reasons.',
  empathetic: "Acknowledge the reader's situation first.",
} as const;

export type Tone = keyof typeof tones;
