import { z } from 'zod';
import './zod-in-browsers';

/** Embeddings, overrides, and isolates: they reorder the text around them, so that a name can pass for another. */
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/;

/**
 * Characters without a look of their own, with which a name can pass for another: soft hyphens, zero-width spaces,
 * invisible operators, annotations, and tags. Joiners and marks of direction, which scripts and emoji need, aren't among
 * them.
 */
const hidden = /[\u034F\u00AD\u180E\u200B\u2060-\u2064\u206A-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u;

/** Flags such as Scotland's are spelled in tags. */
const flags = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/gu;

/**
 * One line of text, trimmed, of whole characters: no lone surrogate, none that changes the writing direction, and
 * none that can't be seen.
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
    )
    .refine(
      // With nothing to see at all, it's as if it were empty.
      (text) => !isVisible(text) || !hidden.test(text.replace(flags, '')),
      `${what} can't contain invisible characters, such as U+00AD, U+200B, U+2060, and U+FEFF. Type it instead of pasting it.`,
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
