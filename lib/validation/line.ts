import { z } from 'zod';
import './zod-in-browsers';

/** Embeddings, overrides, and isolates: they reorder the text around them, so that a name can pass for another. */
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/;

/**
 * One line of text, trimmed, of whole characters: no lone surrogate, and none that changes the writing direction.
 * @param what its name at the start of a sentence, e.g. `A name`
 */
export function line(what: string, max: number) {
  return z
    .string()
    .trim()
    .max(max, `${what} has at most ${max} characters.`)
    .refine(
      (text) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text),
      `${what} can't contain line breaks or control characters.`,
    )
    .refine(
      (text) => !bidiControls.test(text),
      `${what} can't contain invisible characters that change the writing direction (U+202A–U+202E, U+2066–U+2069). Type it instead of pasting it.`,
    );
}

/** Whether a text has visible characters, not only blanks, format characters, Hangul fillers or blank braille. */
export const isVisible = (text: string) => /[^\s\p{C}\u115F\u1160\u2800\u3164\uFFA0]/u.test(text);

/** An optional line: one without visible characters is stored as null. */
export function optionalLine(what: string, max: number) {
  return line(what, max)
    .transform((text) => (isVisible(text) ? text : null))
    .nullable();
}
